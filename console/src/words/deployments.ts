export const DEPLOYMENT_WORDS = {
  title: 'Deployments',
  text: 'Record a deployment to see only the failures that are new since. Your pipeline can do it with the API.',
  none: 'No deployment is recorded yet.',
  name: 'Name of the deployment',
  record: 'Record a deployment',
  recorded: (name: string) => `The deployment “${name}” is recorded.`,
  showNew: 'What is new since',
} as const
