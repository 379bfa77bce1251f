import type { Db } from '../src/platform/database/db.ts'

/** A part of a table (column, constraint, index) or a trigger, with its comment. */
export type Part = { definition: string; comment: string | null }
/** `references`: the table of a foreign key; null for other constraints. */
export type Constraint = Part & { references: string | null }
export type Table = {
  name: string
  comment: string | null
  isUnlogged: boolean
  columns: Part[]
  constraints: Constraint[]
  indexes: Part[]
  /** `range (id)`; null: not partitioned. */
  partitionKey: string | null
  /** The storage options, as in `fillfactor=80`. */
  options: string[] | null
  /** `create table … partition of …`, for partitions that stay, and the indexes that only they have. */
  partitions: string[]
}
export type SchemaFunction = { name: string; definition: string; comment: string | null; triggers: Part[] }

// Read from PostgreSQL's system catalog. pg_dump is not an option: the embedded server comes without it.

/** Partitions of weeks and months come and go, so they are left out. Other partitions are listed with their table. */
export function listTables(db: Db): Promise<Table[]> {
  return db<Table[]>`
    select
      c.relname as name,
      obj_description(c.oid, 'pg_class') as comment,
      c.relpersistence = 'u' as is_unlogged,
      (
        select jsonb_agg(jsonb_build_object(
          'definition', format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
            case when a.attidentity = 'a' then ' generated always as identity' else '' end,
            case when a.attnotnull then ' not null' else '' end,
            case when d.oid is null then '' else
              format(case when a.attgenerated = 's' then ' generated always as (%s) stored' else ' default %s' end,
                pg_get_expr(d.adbin, d.adrelid, true)) end),
          'comment', col_description(c.oid, a.attnum)
        ) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'definition', format('constraint %I %s', conname, pg_get_constraintdef(oid, true)),
          'comment', obj_description(oid, 'pg_constraint'),
          'references', case when contype = 'f' then confrelid::regclass::text end
        ) order by array_position('{p,u,f,c,x}'::"char"[], contype), conname)
        from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')
      ), '[]') as constraints,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'definition', pg_get_indexdef(indexrelid, 0, true), 'comment', obj_description(indexrelid, 'pg_class')
        ) order by indexrelid::regclass::text)
        from pg_index
        where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid)
      ), '[]') as indexes,
      pg_get_partkeydef(c.oid) as partition_key,
      c.reloptions as options,
      array(
        select unnest(
          array[format('create table %I partition of %I %s', p.relname, c.relname, pg_get_expr(p.relpartbound, p.oid))]
          || array(
            select pg_get_indexdef(indexrelid, 0, true) from pg_index
            where indrelid = p.oid and not exists (select from pg_inherits where inhrelid = indexrelid)
            order by indexrelid::regclass::text
          )
        )
        from pg_inherits join pg_class p on p.oid = inhrelid
        where inhparent = c.oid and p.relname !~ '_\\d{4}(w|_)\\d{2}$'
        order by p.relname
      ) as partitions
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`
}

/** Our functions (not those of extensions), each with the triggers that call it. */
export function listFunctions(db: Db): Promise<SchemaFunction[]> {
  return db<SchemaFunction[]>`
    select p.proname as name, pg_get_functiondef(p.oid) as definition, obj_description(p.oid, 'pg_proc') as comment,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'definition', pg_get_triggerdef(t.oid, true), 'comment', obj_description(t.oid, 'pg_trigger')
        ) order by t.tgrelid::regclass::text, t.tgname)
        from pg_trigger t
        -- Partitions have copies of the triggers of their table.
        where t.tgfoid = p.oid and not t.tgisinternal and t.tgparentid = 0
      ), '[]') as triggers
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by p.proname, p.pronargs desc`
}
