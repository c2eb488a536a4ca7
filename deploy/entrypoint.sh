#!/bin/sh
# Starts the program in a container. Keys that all servers share come as secrets, which are read-only; the program keeps
# keys in its data folder, so they are laid there first.
set -eu
for key in store-key account-key audit-key; do
  if [ -f "${SECRETS:-/run/secrets}/$key" ]; then
    install -m 600 "${SECRETS:-/run/secrets}/$key" "$SCREEN_AGENT_DATA/$key"
  fi
done
exec screen-agent "$@"
