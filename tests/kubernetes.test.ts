import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { configSchema } from '../src/config/schema.js';

const name = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u);
const labels = z.record(z.string(), z.string());
const metadata = z.strictObject({ name, namespace: name.optional(), labels: labels.optional() });
const quantity = z.string().regex(/^\d+(?:\.\d+)?(?:m|Ki|Mi|Gi|k|M|G)?$/u);
const amounts = z.strictObject({ cpu: quantity.optional(), memory: quantity.optional() });
const selector = z.strictObject({ matchLabels: labels.optional() });
const port = z.union([name, z.int().min(1).max(65_535)]);
const probe = z.strictObject({
  httpGet: z.strictObject({
    ...{ path: z.string().startsWith('/'), port },
    httpHeaders: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  }),
  periodSeconds: z.int().min(1).optional(),
  failureThreshold: z.int().min(1).optional(),
});
const container = z.strictObject({
  ...{ name, image: z.string().min(1), args: z.array(z.string()) },
  ports: z.array(z.strictObject({ name, containerPort: z.int() })),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    procMount: z.enum(['Default', 'Unmasked']),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.strictObject({ requests: amounts, limits: amounts }),
  ...{ readinessProbe: probe, livenessProbe: probe },
  volumeMounts: z.array(z.strictObject({ name, mountPath: z.string(), readOnly: z.boolean().optional() })),
});
const volume = z.union([
  z.strictObject({ name, persistentVolumeClaim: z.strictObject({ claimName: name }) }),
  z.strictObject({ name, configMap: z.strictObject({ name }) }),
  z.strictObject({
    name,
    emptyDir: z.strictObject({ sizeLimit: quantity.optional(), medium: z.literal('Memory').optional() }),
  }),
]);
const pod = z.strictObject({
  ...{ serviceAccountName: name, automountServiceAccountToken: z.literal(false), enableServiceLinks: z.boolean() },
  ...{ hostUsers: z.literal(false), terminationGracePeriodSeconds: z.int() },
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    ...{ runAsUser: z.int().min(1), runAsGroup: z.int().min(1), fsGroup: z.int().min(1) },
    fsGroupChangePolicy: z.enum(['OnRootMismatch', 'Always']),
    seccompProfile: z.strictObject({ type: z.literal('Localhost'), localhostProfile: z.string() }),
  }),
  ...{ containers: z.array(container).min(1), volumes: z.array(volume) },
});
const peer = z.union([
  z.strictObject({ namespaceSelector: selector.optional(), podSelector: selector.optional() }),
  z.strictObject({ ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()) }) }),
]);
const peerPort = z.strictObject({ port: z.int(), endPort: z.int().optional(), protocol: z.enum(['TCP', 'UDP']) });
const peerPorts = z.array(peerPort).optional();

/** The fields that each kind may have here, as the API of Kubernetes names them: a name that is wrong is refused. */
const KINDS = {
  Namespace: z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('Namespace'), metadata }),
  ServiceAccount: z.strictObject({
    ...{ apiVersion: z.literal('v1'), kind: z.literal('ServiceAccount'), metadata },
    automountServiceAccountToken: z.literal(false),
  }),
  ConfigMap: z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('ConfigMap'), metadata, data: labels }),
  PersistentVolumeClaim: z.strictObject({
    ...{ apiVersion: z.literal('v1'), kind: z.literal('PersistentVolumeClaim'), metadata },
    spec: z.strictObject({
      accessModes: z.array(z.enum(['ReadWriteOnce', 'ReadWriteOncePod'])),
      resources: z.strictObject({ requests: z.strictObject({ storage: quantity }) }),
    }),
  }),
  Deployment: z.strictObject({
    ...{ apiVersion: z.literal('apps/v1'), kind: z.literal('Deployment'), metadata },
    spec: z.strictObject({
      ...{ replicas: z.literal(1), strategy: z.strictObject({ type: z.literal('Recreate') }), selector },
      template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
    }),
  }),
  Service: z.strictObject({
    ...{ apiVersion: z.literal('v1'), kind: z.literal('Service'), metadata },
    spec: z.strictObject({
      selector: labels,
      clusterIP: z.ipv4().optional(),
      ports: z.array(z.strictObject({ name, port: z.int(), targetPort: port })),
    }),
  }),
  NetworkPolicy: z.strictObject({
    ...{ apiVersion: z.literal('networking.k8s.io/v1'), kind: z.literal('NetworkPolicy'), metadata },
    spec: z.strictObject({
      podSelector: selector,
      policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
      ingress: z.array(z.strictObject({ from: z.array(peer).min(1), ports: peerPorts })).optional(),
      egress: z.array(z.strictObject({ to: z.array(peer).min(1), ports: peerPorts })).optional(),
    }),
  }),
} as const;

const documents = (text: string): unknown[] =>
  parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as unknown;
  });
const kindOf = (document: unknown): string => z.object({ kind: z.string() }).parse(document).kind;
const isKind = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);
const refusalOf = (document: unknown): string => {
  const kind = kindOf(document);
  return isKind(kind) ? (KINDS[kind].safeParse(document).error?.message ?? '') : `unknown kind ${kind}`;
};

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const TEXT = read('deploy/kubernetes/gatewright.yaml');
const GRID = read('deploy/kubernetes/grid.yaml');

it('has every kind once, with no field that Kubernetes does not know', () => {
  const all = documents(TEXT);
  expect(all.map(kindOf).sort()).toEqual(Object.keys(KINDS).sort());
  expect(all.map(refusalOf).filter(Boolean)).toEqual([]);
});

it.each([
  ['hostUsers:', 'hostUser:'],
  ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
  ['drop: [ALL]', 'drop: [NET_RAW]'],
  ['apiVersion: apps/v1', 'apiVersion: v1'],
  ['sizeLimit: 1Gi', 'sizeLimit: 1 GB'],
  ['kind: Service\n', 'kind: Servcie\n'],
])('notices %s as %s', (right, wrong) => {
  expect(TEXT).toContain(right);
  expect(documents(TEXT.replace(right, wrong)).map(refusalOf).filter(Boolean)).not.toEqual([]);
});

it('has parts that fit together, and a configuration that the server takes', () => {
  const all = documents(TEXT);
  const of = (kind: keyof typeof KINDS): unknown => all.find((document) => kindOf(document) === kind);
  const { spec: deployment } = KINDS.Deployment.parse(of('Deployment'));
  const { labels: podLabels } = deployment.template.metadata;
  const { containers, volumes } = deployment.template.spec;
  const service = KINDS.Service.parse(of('Service')).spec;
  const policy = KINDS.NetworkPolicy.parse(of('NetworkPolicy')).spec;
  for (const chosen of [deployment.selector.matchLabels, service.selector, policy.podSelector.matchLabels])
    expect(podLabels).toMatchObject(chosen ?? { none: 'chosen' });
  const [first] = containers;
  const served = first?.ports.map((one) => one.name);
  for (const { targetPort } of service.ports) expect(served).toContain(targetPort);
  expect(first?.volumeMounts.map((one) => one.name).sort()).toEqual(volumes.map((one) => one.name).sort());
  const namespaces = all.map((document) => z.object({ metadata }).parse(document).metadata.namespace);
  expect(new Set(namespaces.filter((one) => one !== undefined))).toEqual(new Set(['gatewright']));
  const { data } = KINDS.ConfigMap.parse(of('ConfigMap'));
  const config = configSchema.parse(parse(data['gatewright.yaml'] ?? ''));
  const hosts = [first?.readinessProbe, first?.livenessProbe].map((one) => one?.httpGet.httpHeaders[0]?.value);
  for (const host of hosts) expect(config.http.publicHosts).toContain(host);
});

describe('in front of a Grid', () => {
  const policies = documents(GRID)
    .filter((document) => kindOf(document) === 'NetworkPolicy')
    .map((document) => KINDS.NetworkPolicy.parse(document));
  type Policy = (typeof policies)[number];
  type Peer = z.output<typeof peer>;
  const namespaceOf = (of: Peer, { metadata: own }: Policy): string | undefined =>
    'ipBlock' in of ? undefined : (of.namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ?? own.namespace);
  /** Does the peer, as this policy names it, stand for the pods of that one? */
  const isOf = (of: Peer, named: Policy, pods: Policy): boolean =>
    !('ipBlock' in of) &&
    namespaceOf(of, named) === pods.metadata.namespace &&
    JSON.stringify(of.podSelector) === JSON.stringify(pods.spec.podSelector);

  it('has no field that Kubernetes does not know', () => {
    expect(documents(GRID).map(kindOf).sort()).toEqual([...policies.map(({ kind }) => kind), 'Service'].sort());
    expect(documents(GRID).map(refusalOf).filter(Boolean)).toEqual([]);
  });

  it.each([
    ['endPort:', 'lastPort:'],
    ['podSelector: {}', 'podSelectors: {}'],
    ['clusterIP: 10.96.77.19', 'clusterIP: hub'],
    ['protocol: UDP', 'protocol: udp'],
    ['policyTypes: [Ingress, Egress]', 'policyTypes: [In, Out]'],
  ])('notices %s as %s', (right, wrong) => {
    expect(GRID).toContain(right);
    expect(documents(GRID.replace(right, wrong)).map(refusalOf).filter(Boolean)).not.toEqual([]);
  });

  it('closes the Grid’s namespace, and what one side may send the other may receive', () => {
    const closed = policies.find(({ spec }) => spec.podSelector.matchLabels === undefined);
    expect(closed?.metadata.namespace).toBe('browsers');
    expect(closed?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const ways = policies.flatMap((from) =>
      (from.spec.egress ?? []).flatMap(({ to, ports }) => to.map((one) => ({ from, to: one, ports }))),
    );
    const open = ways.flatMap(({ from, to, ports }) => {
      const [target] = policies.filter((one) => isOf(to, from, one));
      // The name server is none of ours.
      if (target === undefined) return namespaceOf(to, from) === 'kube-system' ? [] : ['a way to nobody'];
      const isTaken = (target.spec.ingress ?? []).some(
        (rule) =>
          rule.from.some((one) => isOf(one, target, from)) && JSON.stringify(rule.ports) === JSON.stringify(ports),
      );
      return isTaken ? [] : [`${from.metadata.name} to ${target.metadata.name}`];
    });
    expect([ways.length, open]).toEqual([5, []]);
  });

  it('chooses the server’s pods, and its service is the proxy that docs/remote.md names', () => {
    const deployment = documents(TEXT).find((document) => kindOf(document) === 'Deployment');
    const server = KINDS.Deployment.parse(deployment).spec.template.metadata.labels;
    const service = KINDS.Service.parse(documents(GRID).find((document) => kindOf(document) === 'Service')).spec;
    const [own] = policies.filter(({ metadata: { namespace } }) => namespace === 'gatewright');
    for (const chosen of [service.selector, own?.spec.podSelector.matchLabels])
      expect(server).toMatchObject(chosen ?? { none: 'chosen' });
    const snippets = [...read('docs/remote.md').matchAll(/```yaml\n(?<text>[\s\S]*?)```/gu)]
      .map(({ groups }) => parse(groups?.['text'] ?? '') as unknown)
      .flatMap((one) => configSchema.safeParse(one).data ?? []);
    const named = snippets.find(({ remote }) => remote.url?.includes('selenium-hub.browsers') === true)?.remote.proxy;
    const [port] = service.ports;
    expect([named?.host, named?.port]).toEqual([service.clusterIP, port?.port]);
    expect(own?.spec.ingress?.[0]?.ports?.map((one) => one.port)).toEqual([port?.targetPort]);
  });
});
