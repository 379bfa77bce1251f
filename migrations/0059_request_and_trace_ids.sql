-- A refused redemption did not say which request it was, and a failed request not which trace it belongs to. Support could
-- not get from one to the other. The release before leaves both columns empty.

alter table refusals add column request_id uuid;
create index refusals_by_request on refusals (request_id) where request_id is not null;

alter table request_log add column trace_id text;

comment on column refusals.request_id is
  'The request that was refused, as in the header x-request-id. Null for refusals from before this column.';
comment on column request_log.trace_id is 'The OpenTelemetry trace of the request. Null if it was not traced.';
