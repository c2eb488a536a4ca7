#!/bin/bash
# Whether the server in this container takes requests. The image has nothing else that could ask.
exec 3<> "/dev/tcp/127.0.0.1/${SCREEN_AGENT_LISTEN##*:}" || exit 1
printf 'GET /api/health HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
read -r _ status _ <&3
[ "$status" = 200 ]
