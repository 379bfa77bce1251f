/**
 * The part of the ServiceMonitor (monitoring.coreos.com/v1) of the Prometheus Operator that we use. Other fields are
 * refused: look them up in the operator's API reference and add them here.
 */
export type ServiceMonitor = {
  apiVersion: 'monitoring.coreos.com/v1'
  kind: 'ServiceMonitor'
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  spec: {
    jobLabel?: string
    selector: { matchLabels?: Record<string, string> }
    namespaceSelector?: { any?: boolean; matchNames?: string[] }
    endpoints: Endpoint[]
  }
}

type Endpoint = {
  /** The name of a port of the Service. */
  port?: string
  path?: string
  scheme?: 'http' | 'https'
  interval?: string
  scrapeTimeout?: string
  authorization?: { type?: string; credentials?: { name: string; key: string; optional?: boolean } }
}
