#!/bin/sh
# Makes what has to be secret, once: files in the folder that is named, deploy/secrets without. What is there stays. The
# folder is for its owner alone; its files are for whoever they are given to, who has another number in a container.
set -eu
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"
for key in store-key account-key audit-key; do
  [ -e "$key" ] || head -c 32 /dev/urandom > "$key"
done
for word in db-password worker-key s3-id s3-key; do
  [ -e "$word" ] || head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' > "$word"
done
chmod 444 ./*
