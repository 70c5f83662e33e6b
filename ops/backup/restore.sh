#!/bin/sh
# Restores a backup into the empty database at RESTORE_URL, all or nothing: restore.sh FILE
# The roles of the instance must exist (ops/postgres/create-roles.sh). The role of RESTORE_URL must be a superuser.
set -eu
file=${1:?Pass the file to restore}
: "${RESTORE_URL:?Set RESTORE_URL to the URL of an empty database}"
tables=$(psql --dbname="$RESTORE_URL" --no-password --no-psqlrc --tuples-only --no-align \
  --command="SELECT count(*) FROM pg_tables WHERE schemaname IN ('public', 'pgboss')")
if [ "$tables" != 0 ]; then
  echo "The database at RESTORE_URL is not empty. Create a new one and restore into it." >&2
  exit 1
fi
pg_restore --dbname="$RESTORE_URL" --no-password --single-transaction --exit-on-error "$file"
psql --dbname="$RESTORE_URL" --no-password --no-psqlrc --quiet --command=ANALYZE
