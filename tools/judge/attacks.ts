import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Finding, Judge } from './verdict.ts';
import { readDocument, sample, signInToApi, type OpenApi, type Operation } from './samples.ts';
import { debianProgram, debianVersion, npmTool, run, workFolder } from './tools.ts';

interface Fuzz {
  name: string;
  request: {
    method: string;
    path: string;
    pathParams?: Record<string, string>;
    queryParams?: Record<string, string>;
    body?: unknown;
  };
  expect: { status: number[] };
}

/** The document as of OpenAPI 2, which the fuzzer reads: a body is a parameter, and a parameter has its type itself. */
function asSwagger({ paths }: OpenApi): object {
  const definitions: Record<string, object> = {};
  const parametersOf = ({ parameters, requestBody }: Operation, name: string) => {
    const flat = parameters.map(({ schema, ...it }) => ({ ...schema, ...it }));
    const body = requestBody?.content['application/json']?.schema;
    if (!body) return flat;
    definitions[name] = body;
    return [...flat, { in: 'body', name: 'body', schema: { $ref: `#/definitions/${name}` } }];
  };
  const calls = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, it]) => [
        method,
        { parameters: parametersOf(it, `${method} ${path}`) },
      ]),
    ),
  ]);
  return { basePath: '/api/v1', definitions, paths: Object.fromEntries(calls) as object };
}

const fuzzer: Judge = {
  name: 'fuzzer',
  version: '1.0.6',
  async run({ url }) {
    const home = await npmTool('openapi-fuzzer-core', this.version);
    const { swagger } = createRequire(import.meta.url)(home) as {
      swagger: (document: object) => Fuzz[];
    };
    const document = await readDocument(url);
    const tokens = await signInToApi(url);
    const specs = swagger(asSwagger(document));
    const findings: Finding[] = [];
    for (const { name, request, expect } of specs) {
      const { method, pathParams = {}, queryParams = {}, body } = request;
      const pattern = request.path.replace('/api/v1', '');
      const [scheme = ''] = Object.keys(document.paths[pattern]?.[method]?.security[0] ?? {});
      const path = request.path.replace(/\{(\w+)\}/g, (_, it: string) =>
        encodeURIComponent(pathParams[it] ?? it),
      );
      const answer = await fetch(`${url}${path}?${new URLSearchParams(queryParams).toString()}`, {
        method: method.toUpperCase(),
        headers: {
          origin: url,
          ...(tokens[scheme] ? { authorization: `Bearer ${tokens[scheme]}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await answer.body?.cancel();
      const { status } = answer;
      // Which refusal it is depends on the call; to accept it, to break, and not to look at it are faults.
      const wasNotRead = status === 429 || (status === 401 && scheme !== '');
      if (status >= 400 && status < 500 && !wasNotRead) continue;
      const message = `${status} instead of ${expect.status.join()}: ${JSON.stringify(request)}`;
      findings.push({ rule: `${name} ${status}`, where: `${method} ${pattern}`, message });
    }
    return { checked: `${specs.length} requests`, findings };
  },
};

interface WapitiReport {
  vulnerabilities: Record<string, { path: string; info: string; parameter: string }[]>;
  anomalies: WapitiReport['vulnerabilities'];
  infos: { crawled_pages_nbr?: number };
}

/** Starts the Wapiti of Debian 12, whose `--exclude` puts flags at the end of a pattern, where its Python refuses them. */
const flagsFirst = `
import re, runpy, sys
compiled = re.compile
re.compile = lambda it, *flags: compiled(
    '(?ms)' + it.removesuffix('(?ms)') if str(it).endswith('(?ms)') else it, *flags)
runpy.run_path(sys.argv.pop(1), run_name='__main__')`;

const wapiti: Judge = {
  name: 'wapiti',
  version: 'Debian',
  async run({ url }) {
    const program = debianProgram('wapiti', 'wapiti');
    const report = join(workFolder, 'wapiti.json');
    await rm(report, { force: true });
    const bounds = [...['--depth', '3', '--max-scan-time', '600', '--max-attack-time', '180']];
    const output = ['--format', 'json', '--output', report, '--verbose', '1', '--no-bugreport'];
    const session = ['--flush-session', '--store-session', join(workFolder, 'wapiti')];
    // Without those that ask a server of its makers.
    const modules =
      'exec,file,sql,blindsql,xss,permanentxss,backup,crlf,htaccess,methods,redirect,shellshock';
    // It asks for Brotli, which Debian's cannot read.
    const plain = ['--header', 'Accept-Encoding: identity'];
    const pages = ['--url', `${url}/`, '--start', `${url}/search-results?q=linen`];
    // Its own limits keep other pages each time: of products it sees those whose ids begin with 0.
    const left = ['_astro/*', ...[...'123456789abcdef'].map((it) => `product/${it}*`)];
    const args = [...pages, ...left.flatMap((it) => ['--exclude', `${url}/${it}`])];
    const { stderr, stdout } = await run(
      '/usr/bin/python3',
      [
        '-c',
        flagsFirst,
        program,
        ...args,
        '--module',
        modules,
        ...plain,
        ...bounds,
        ...output,
        ...session,
      ],
      { minutes: 60 },
    );
    const attacked = new Set(stdout.match(/(?:GET|POST) http\S+/g));
    const text = await readFile(report, 'utf8').catch(() => {
      throw new Error(`No report: ${(stderr || stdout).slice(-400)}`);
    });
    const { vulnerabilities, anomalies } = JSON.parse(text) as WapitiReport;
    const findings = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([rule, found]) =>
      found.map(({ path, info, parameter }): Finding => {
        return { rule, where: path, message: `${info} ${parameter}` };
      }),
    );
    for (const [, where = 'crawling'] of stdout.matchAll(
      /^Max (?:scan time|attack time was reached for module (\w+))/gm,
    )) {
      findings.push({ rule: 'not finished', where, message: 'took too long' });
    }
    return { checked: `${attacked.size} addresses`, findings, version: debianVersion('wapiti') };
  },
};

/** Each call with its parameters and a sample of its body, as sqlmap reads a request. */
function requestsOf({ paths }: OpenApi, url: string, tokens: Record<string, string>) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters, requestBody, security }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      const query = parameters.filter((it) => it.in === 'query');
      const inPath = parameters.some((it) => it.in === 'path');
      if (!schema && query.length === 0 && !inPath) return [];
      const address = path.replaceAll(/\{\w+\}/g, `${String(sample({ format: 'uuid' }))}*`);
      const search = new URLSearchParams(
        query.map(({ name, schema: it }) => [name, String(sample(it))]),
      );
      const [scheme = ''] = Object.keys(security[0] ?? {});
      const lines = [
        `${method.toUpperCase()} /api/v1${address}?${search.toString()} HTTP/1.1`,
        `Host: ${new URL(url).host}`,
        `Origin: ${url}`,
        ...(tokens[scheme] ? [`Authorization: Bearer ${tokens[scheme]}`] : []),
        ...(schema ? ['Content-Type: application/json', '', JSON.stringify(sample(schema))] : ['']),
      ];
      return [{ name: `${method} ${path}`, text: `${lines.join('\r\n')}\r\n` }];
    }),
  );
}

/** Minutes for one call, and for all of them. */
const patience = { call: 2, all: 40 };

const sqlmap: Judge = {
  name: 'sqlmap',
  version: 'Debian',
  async run({ url }) {
    const program = debianProgram('sqlmap', 'sqlmap');
    const requests = requestsOf(await readDocument(url), url, await signInToApi(url));
    const file = join(workFolder, 'sqlmap.txt');
    const output = ['--output-dir', join(workFolder, 'sqlmap'), '--disable-coloring'];
    const how = [
      '--ignore-stdin',
      '--batch',
      '--smart',
      '--dbms=PostgreSQL',
      '--technique=BEU',
      '--flush-session',
    ];
    const ignored = '--ignore-code=400,401,403,404,409,413,429';
    const until = Date.now() + patience.all * 60_000;
    const findings: Finding[] = [];
    let asked = 0;
    for (const { name, text } of requests) {
      await writeFile(file, text);
      const args = ['-r', file, ...how, ignored, ...output];
      const ended =
        Date.now() < until &&
        (await run(program, args, { minutes: patience.call }).catch(() => null));
      if (!ended) {
        findings.push({ rule: 'not finished', where: name, message: 'took too long' });
        continue;
      }
      const { stdout } = ended;
      if (!/starting @/.test(stdout)) throw new Error(stdout.slice(-400));
      asked += 1;
      for (const [, parameter = ''] of stdout.matchAll(/^Parameter: (.+)$/gm)) {
        findings.push({ rule: 'injection', where: name, message: parameter });
      }
    }
    return {
      checked: `${asked} of ${requests.length} calls`,
      findings,
      version: debianVersion('sqlmap'),
    };
  },
};

export const attackers: Judge[] = [fuzzer, wapiti, sqlmap];
