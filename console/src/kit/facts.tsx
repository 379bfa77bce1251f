import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** What is known about a record, each fact with its name. */
export function Facts({ of, label }: { of: Fact[]; label: string }) {
  return (
    <dl className="facts" aria-label={label}>
      {of.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
