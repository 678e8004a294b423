#!/bin/sh
# Verifies a webhook that was saved to a file. A shell, with openssl; exit code 0 says that it is genuine:
#   WEBHOOK_SECRET=whsec_… WEBHOOK_SIGNING=literal sh openssl.sh ID TIMESTAMP SIGNATURE < BODY
set -eu
if [ "${WEBHOOK_SIGNING:-literal}" = standard ]; then
  key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
else
  key=$(printf %s "$WEBHOOK_SECRET" | od -An -v -tx1 | tr -d ' \n')
fi
age=$(($(date +%s) - $2))
[ "${age#-}" -le 300 ] || exit 1
expected=$({ printf '%s.%s.' "$1" "$2"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
# There are several while a secret is being changed.
for given in $3; do
  if [ "$given" = "v1,$expected" ]; then exit 0; fi
done
exit 1
