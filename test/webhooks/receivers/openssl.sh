#!/bin/sh
# Verifies a webhook that was saved to a file, with openssl. Exit code 0 means that the signature is valid:
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
# There are two signatures while a secret is being rotated.
for given in $3; do
  if [ "$given" = "v1,$expected" ]; then exit 0; fi
done
exit 1
