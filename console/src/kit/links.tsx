import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

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
