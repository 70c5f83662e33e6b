#!/bin/sh
# Starts PgBouncer for the role "answerscope" with the password in DATABASE_PASSWORD.
set -eu
umask 077
printf '"answerscope" "%s"\n' "${DATABASE_PASSWORD:?Set DATABASE_PASSWORD}" > /etc/pgbouncer/userlist.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
