import { RecordLink } from '../kit/links.tsx'

/** Leads to the record that an entry is about, where the console has a screen for it. */
export function TargetLink({ target }: { target: string }) {
  const [noun, id = ''] = target.split(':')
  if (noun === 'merchant') {
    return <RecordLink to="/merchants/$id" id={id} name={target} className="wrap" />
  }
  if (noun === 'outlet') {
    return <RecordLink to="/outlets/$id" id={id} name={target} className="wrap" />
  }
  return <span className="wrap">{target}</span>
}
