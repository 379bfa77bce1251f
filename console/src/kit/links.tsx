import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, type LinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

type Element = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

function PlainAnchor(props: Omit<AnchorProps, 'vars'> & Omit<Element, keyof AnchorProps>) {
  return <Anchor {...props} />
}

function PlainButton(props: Omit<ButtonProps, 'vars'> & Omit<Element, keyof ButtonProps>) {
  return <Button component="a" {...props} />
}

/** Links to screens, checked by the compiler: `<AnchorLink to="/merchants/$id" params={{ id }}>`. */
export const AnchorLink = createLink(PlainAnchor)
export const ButtonLink = createLink(PlainButton)

export type RecordScreen =
  `/${'deliveries' | 'merchants' | 'outlets' | 'partners' | 'redemptions' | 'requests' | 'users' | 'vouchers'}/$id`

/** A record by its name, which leads to its screen, in the size of the text around it. A name keeps its own direction. */
export function RecordLink({
  to,
  id,
  name,
  ...props
}: {
  to: RecordScreen
  id: string
  name: ReactNode
  className?: string
}) {
  return (
    <AnchorLink to={to} params={{ id }} inherit {...props}>
      <bdi>{name}</bdi>
    </AnchorLink>
  )
}

/** Leads from a record, or a form, to the list that it belongs to. */
export function BackLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <AnchorLink to={to} size="sm">
      {children}
    </AnchorLink>
  )
}
