/** The meaning of an API code in words, followed by the code itself, which partners and logs use. */
export function Coded({ words, code }: { words: string; code: string }) {
  if (words === code) return <span className="code">{code}</span>
  return (
    <>
      <span>{words}</span> <bdi className="code">{code}</bdi>
    </>
  )
}
