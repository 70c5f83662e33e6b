UPDATE runs SET kind = 'backfill' WHERE kind = 'history';
