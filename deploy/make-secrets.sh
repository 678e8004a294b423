#!/bin/sh
# Makes the secrets of compose.yaml in the folder `secrets` beside it: `sh deploy/make-secrets.sh`. Keep a copy of them: without
# secrets-key nobody can read what svc stored encrypted.
set -eu
umask 022
mkdir -m 700 "${1:-$(dirname "$0")/secrets}"
cd "${1:-$(dirname "$0")/secrets}"
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

database=$(random)
broker=$(random)
random > secrets-key
random > database-root-password
printf %s "$database" > database-password
printf %s "mysql://svc:$database@database:3306/svc" > database-url
printf %s "amqp://svc:$broker@broker:5672" > broker-url
printf 'default_user = svc\ndefault_pass = %s\n' "$broker" > broker.conf
