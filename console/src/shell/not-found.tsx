import { AnchorLink } from '../kit/links.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { useSession } from '../session/use-session.ts'
import { SHELL_WORDS as words } from '../words/app-shell.ts'
import { ROLE_WORDS } from '../words/roles.ts'
import { landingOf } from './menu.ts'

export function NotFound() {
  return <Elsewhere title={words.notFoundTitle} text={words.notFoundText} />
}

/** Shown for a pasted link to a screen that the role may not see. */
export function NotYours() {
  const { role } = useSession()
  return <Elsewhere title={words.notYoursTitle} text={words.notYoursText(ROLE_WORDS[role])} />
}

function Elsewhere({ title, text }: { title: string; text: string }) {
  const { role } = useSession()
  return (
    <>
      <PageHeading title={title} below={text} />
      <AnchorLink to={landingOf(role)}>{words.home}</AnchorLink>
    </>
  )
}
