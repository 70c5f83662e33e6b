#!/bin/sh
# Writes a backup of the database at BACKUP_URL to a file: backup.sh FILE
# The role of BACKUP_URL must be a superuser or have BYPASSRLS, because a backup contains the rows of all organizations.
set -eu
file=${1:?Pass the file to write}
: "${BACKUP_URL:?Set BACKUP_URL to the URL of the database}"
umask 077
pg_dump --dbname="$BACKUP_URL" --format=custom --no-password --file="$file.unfinished"
# Checks that the backup can be read.
pg_restore --list "$file.unfinished" > /dev/null
mv "$file.unfinished" "$file"
