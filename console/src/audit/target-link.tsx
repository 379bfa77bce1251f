import { AnchorLink } from '../kit/links.tsx'

/** Leads to the record that an entry is about, where the console has a screen for it. */
export function TargetLink({ target }: { target: string }) {
  const [noun, id = ''] = target.split(':')
  if (noun === 'merchant') {
    return (
      <AnchorLink to="/merchants/$id" params={{ id }} inherit className="wrap">
        {target}
      </AnchorLink>
    )
  }
  if (noun === 'outlet') {
    return (
      <AnchorLink to="/outlets/$id" params={{ id }} inherit className="wrap">
        {target}
      </AnchorLink>
    )
  }
  return <span className="wrap">{target}</span>
}
