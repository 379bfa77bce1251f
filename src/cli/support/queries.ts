import type { Reader } from '../../platform/database/db.ts'

/** Settings of PostgreSQL that change how the service runs. None of them holds an address, a path or a name. */
const SERVER_SETTINGS = [
  ...['max_connections', 'shared_buffers', 'effective_cache_size', 'work_mem', 'maintenance_work_mem'],
  ...['wal_level', 'fsync', 'full_page_writes', 'synchronous_commit', 'max_wal_size', 'checkpoint_timeout'],
  ...['max_wal_senders', 'default_transaction_read_only', 'default_transaction_isolation', 'jit'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'autovacuum'],
  ...['autovacuum_max_workers', 'autovacuum_naptime', 'random_page_cost', 'max_locks_per_transaction'],
  ...['log_min_messages', 'log_min_error_statement', 'log_error_verbosity', 'server_encoding', 'TimeZone'],
]

export async function getServerState(sql: Reader): Promise<object> {
  const [row] = await sql<object[]>`
    select current_setting('server_version') as version, pg_is_in_recovery() as is_standby,
      current_setting('synchronous_standby_names') <> '' as has_synchronous_standbys,
      pg_postmaster_start_time() as started_at, clock_timestamp() as now,
      pg_database_size(current_database()) as database_bytes,
      xact_commit as commits, xact_rollback as rollbacks, blks_read as blocks_read, blks_hit as blocks_hit,
      temp_files, temp_bytes, deadlocks, stats_reset as counted_since
    from pg_stat_database where datname = current_database()`
  return row ?? {}
}

export async function listServerSettings(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select name, setting, unit, source from pg_settings where name = any(${SERVER_SETTINGS}) order by name`
}

export async function listTableStatistics(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select relname as table, n_live_tup as live_rows, n_dead_tup as dead_rows, seq_scan as full_scans,
      idx_scan as index_scans, n_tup_ins as inserts, n_tup_upd as updates, n_tup_hot_upd as hot_updates,
      n_tup_del as deletes, pg_table_size(relid) as table_bytes, pg_indexes_size(relid) as index_bytes,
      greatest(last_vacuum, last_autovacuum) as vacuumed_at,
      greatest(last_analyze, last_autoanalyze) as analyzed_at
    from pg_stat_user_tables
    where schemaname = 'public'
    order by pg_total_relation_size(relid) desc`
}

export async function listCells(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select name, created_at, (select count(*) from merchant_cells where cell = name) as merchants from cells
    order by created_at, name`
}

/** The newest moves of merchants. A problem may quote a message of PostgreSQL, so only whether there is one is kept. */
export async function listMoves(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select merchant_id, source, target, step, progress, problem is not null as has_problem, is_aborted, started_at,
      switched_at, finished_at
    from moves order by started_at desc limit 20`
}

/** Returns only sums: the statements and the addresses of clients stay out. */
export async function listActivity(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select case when application_name like 'counterfoil%' then 'counterfoil' else 'other' end as program,
      backend_type, state, wait_event_type, wait_event, count(*) as sessions,
      extract(epoch from max(clock_timestamp() - xact_start))::float8 as oldest_transaction_seconds
    from pg_stat_activity
    where datname = current_database() or datname is null
    group by 1, 2, 3, 4, 5
    order by sessions desc`
}

export async function listWaitingLocks(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select locktype as type, mode, relation::regclass::text as relation,
      extract(epoch from clock_timestamp() - waitstart)::float8 as waits_seconds,
      cardinality(pg_blocking_pids(pid)) as blocked_by
    from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())
    order by waitstart`
}

/** Leaves out the names and addresses of the standbys. */
export async function listReplication(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select state, sync_state, extract(epoch from replay_lag)::float8 as replay_lag_seconds,
      pg_wal_lsn_diff(sent_lsn, replay_lsn)::float8 as replay_lag_bytes
    from pg_stat_replication
    order by sync_state`
}

export async function listPartitions(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select inhparent::regclass::text as table, inhrelid::regclass::text as partition,
      pg_get_expr(relpartbound, inhrelid) as bounds, pg_total_relation_size(inhrelid) as bytes
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by 1, 2`
}

export async function listAppliedMigrations(sql: Reader): Promise<object[]> {
  return sql<object[]>`select version, name, applied_at from schema_migrations order by version`
}

export async function listNodes(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select name, schema_version, extract(epoch from clock_timestamp() - seen_at)::float8 as seen_seconds_ago
    from nodes
    order by name`
}

/** Server errors of the last day by route. The last request id leads to its line in the log. */
export async function listServerErrors(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select surface, method, route, status, code, count(*) as requests, min(at) as first_at, max(at) as last_at,
      (array_agg(request_id order by at desc))[1] as last_request_id,
      max(duration_ms)::float8 as max_duration_ms
    from request_log
    where status >= 500 and at > now() - interval '24 hours'
    group by surface, method, route, status, code
    order by requests desc
    limit 200`
}

export async function listFailingEndpoints(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select slug as partner, failing_since, failures, held_until, paused_at, pause_reason
    from endpoints
    join partners on partners.id = partner_id
    where failing_since is not null or paused_at is not null
    order by failing_since`
}

export async function listFailingKeySets(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select slug as partner, failing_since
    from key_set_failures
    join partners on partners.id = partner_id
    order by failing_since`
}

/** Each state has its own partial index. */
export async function countOpenDeliveries(sql: Reader): Promise<object[]> {
  return sql<object[]>`
    select 'PENDING' as state, count(*) as deliveries from deliveries where state = 'PENDING'
    union all
    select 'FAILED', count(*) from deliveries where state = 'FAILED'`
}
