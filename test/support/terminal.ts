import { type Node, spawnCommand } from './process.ts'

/** Starts a Node script in a terminal: the service prints its first sign-in link only there. */
export function spawnOnTerminal(script: string, env: Record<string, string>): Node {
  const { execPath, platform } = process
  const args =
    platform === 'darwin'
      ? ['-q', '/dev/null', execPath, script]
      : ['-qefc', `'${execPath}' '${script}'`, '/dev/null']
  return spawnCommand('script', args, env)
}
