/** What an alert is about: there is at most one open alert of a kind about a subject. */
export function alertKey({ kind, subject }: { kind: string; subject: { id: string } }): string {
  return `${kind} ${subject.id}`
}
