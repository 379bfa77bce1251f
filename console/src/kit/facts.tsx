import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** What is known about a record, each fact with its name. `isWide` gives each fact its own line, for long values. */
export function Facts({ of, label, isWide = false }: { of: Fact[]; label: string; isWide?: boolean }) {
  return (
    <dl className={isWide ? 'facts wide' : 'facts'} aria-label={label}>
      {of.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
