import type { ReactNode } from 'react'

/** A form with the phone beside it; below it where the window is narrow. */
export function BesidePhone({ phone, children }: { phone: ReactNode; children: ReactNode }) {
  return (
    <div className="beside-phone">
      <div>{children}</div>
      <div className="phone-place">{phone}</div>
    </div>
  )
}
