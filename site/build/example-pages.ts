import { globSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

const LANGUAGES: Record<string, string> = {
  ...{ '.mjs': 'js', '.js': 'js', '.jsx': 'jsx', '.kt': 'kotlin', '.kts': 'kotlin', '.swift': 'swift' },
  ...{ '.dart': 'dart', '.py': 'python', '.go': 'go', '.java': 'java', '.json': 'json', '.yaml': 'yaml' },
  ...{ '.xml': 'xml', '.plist': 'xml', '.html': 'html', '.mod': 'go' },
}

/** Each folder of examples as one Markdown page: its README, then its files. */
export function examplePages(root: string): { path: string; file: string; source: string }[] {
  const folders = globSync(['examples/*-backend', 'examples/hosts/*'], { cwd: root })
    .filter((folder) => statSync(join(root, folder)).isDirectory())
    .sort()
  return folders.map((folder) => {
    const files = globSync('**/*', { cwd: join(root, folder) })
      .filter((file) => LANGUAGES[extname(file)] !== undefined && !file.includes('node_modules'))
      .sort()
    const readme = globSync('README.md', { cwd: join(root, folder) }).map((file) => read(root, folder, file))
    const blocks = files.map(
      (file) => `## ${file}\n\n\`\`\`${LANGUAGES[extname(file)]}\n${read(root, folder, file)}\`\`\`\n`,
    )
    return {
      path: folder,
      file: `${folder}/README.md`,
      source: [readme[0] ?? `# ${folder}\n`, ...blocks].join('\n'),
    }
  })
}

const read = (root: string, folder: string, file: string): string =>
  readFileSync(join(root, folder, file), 'utf8')
