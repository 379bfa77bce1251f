import { listeningAt, type Node } from '../support/process.ts'

export const ADMIN_KEY = 'an-admin-key-of-the-environment'

/** Onboards a partner with an endpoint through the API of a spawned node. */
export async function onboardByHttp(
  node: Node,
  { slug, webhookUrl }: { slug: string; webhookUrl: string },
): Promise<{ id: string; secret: string }> {
  const response = await fetch(`${listeningAt(node)}/admin/partners`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ slug, name: slug, displayName: slug, logoPath: 'https://example.com/logo.png', webhookUrl },
      ...{ jwtIssuer: `https://${slug}.example.com`, jwksUrl: `https://${slug}.example.com/keys` },
    }),
  })
  if (!response.ok) throw new Error(`onboarding answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string; secret: string }
}
