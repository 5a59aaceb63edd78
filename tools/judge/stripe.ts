import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'qs';
import { z } from 'zod';
import { differences, type Json } from './stripe-shapes.ts';
import { playStripe, type StripeExchange } from './stripe-story.ts';
import { npmTool } from './tools.ts';
import type { Finding, Judge } from './verdict.ts';

const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(file, 'utf8')) as unknown;

/** Each finding once, however many answers have it. */
function unique(findings: Finding[]): Finding[] {
  const seen = new Map(findings.map((it) => [`${it.rule} ${it.where}`, it]));
  return [...seen.values()];
}

const fixtures = z.object({ resources: z.record(z.string(), z.json()) });

/** Compares each answer and event of the sandbox with Stripe's own examples: `fixtures3.json` of stripe/openapi. */
export const stripeFixtures = (file: string): Judge => ({
  name: 'stripe-fixtures',
  version: '',
  async run({ stack }) {
    const { resources } = fixtures.parse(await readJson(file));
    const { exchanges, events } = await playStripe(stack);
    const answers = exchanges.filter(({ status }) => status === 200).map((it) => it.answer);
    const found = [...answers, ...events].flatMap((it) => differences(resources, it));
    return {
      checked: `${answers.length} answers, ${events.length} events`,
      findings: unique(found.map((it) => ({ ...it, message: 'Differs from Stripe’s example' }))),
    };
  },
});

const media = z.object({ schema: z.json() });
const operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), media).optional() })),
});
const openApi = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.json()) }),
});

/** OpenAPI 3.0 says `nullable` where JSON Schema has a union with null. */
function toJsonSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, toJsonSchema(value)]),
  );
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
}

interface Violation {
  instancePath: string;
  keyword: string;
  message?: string;
}
interface Validate {
  (value: unknown): boolean;
  errors?: Violation[] | null;
}
interface Ajv {
  addSchema(schema: object, key: string): void;
  compile(schema: object): Validate;
}

/** The operation that a request is for, and the name of its path. */
function operationOf(
  { paths }: z.output<typeof openApi>,
  { method, path }: StripeExchange,
): { name: string; its: z.output<typeof operation> } | null {
  const asked = path.replace(/\?.*$/, '');
  const fits = (name: string) =>
    new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked);
  const name = Object.keys(paths).find(fits);
  const its = operation.safeParse(name && paths[name]?.[method.toLowerCase()]);
  return name && its.success ? { name, its: its.data } : null;
}

/** Checks requests of the SDK and answers of the sandbox against Stripe's OpenAPI document, `spec3.json` of stripe/openapi. */
export const stripeOpenApi = (file: string): Judge => ({
  name: 'stripe-openapi',
  version: '8.20.0',
  async run({ stack }) {
    const document = openApi.parse(await readJson(file));
    const home = await npmTool('ajv', this.version);
    const module = (await import(pathToFileURL(join(home, 'dist/ajv.js')).href)) as {
      default: { default: new (options: object) => Ajv };
    };
    const create = (options: object): Ajv => {
      const ajv = new module.default.default({
        ...{ strict: false, allErrors: true, validateFormats: false, ...options },
      });
      const schemas = toJsonSchema(document.components.schemas);
      ajv.addSchema({ components: { schemas } }, 'stripe');
      return ajv;
    };
    // Forms have texts only.
    const [forms, answers] = [create({ coerceTypes: true }), create({})];
    const compiled = new Map<string, Validate>();
    const violations = (ajv: Ajv, key: string, schema: Json, value: unknown): Violation[] => {
      const absolute = JSON.parse(
        JSON.stringify(toJsonSchema(schema)).replaceAll('"#/components', '"stripe#/components'),
      ) as object;
      const validate = compiled.get(key) ?? ajv.compile(absolute);
      compiled.set(key, validate);
      return validate(value) ? [] : (validate.errors ?? []);
    };
    const toFinding = (where: string, it: Violation): Finding => ({
      rule: `${it.keyword} ${it.instancePath.replaceAll(/\d+/g, 'n') || '/'}`,
      where,
      message: it.message ?? '',
    });
    const { exchanges } = await playStripe(stack);
    const findings = exchanges.flatMap((exchange): Finding[] => {
      const { method, path, body, status, answer } = exchange;
      const found = operationOf(document, exchange);
      if (!found) return [{ rule: 'unknown path', where: `${method} ${path}`, message: '' }];
      const where = `${method} ${found.name}`;
      const form = found.its.requestBody?.content['application/x-www-form-urlencoded']?.schema;
      const { responses } = found.its;
      const reply = (responses[String(status)] ?? responses['default'])?.content;
      const schema = reply?.['application/json']?.schema;
      return [
        ...(form && status === 200
          ? violations(forms, `> ${where}`, form, parse(body, { depth: 6 })).map((it) =>
              toFinding(`${where} request`, it),
            )
          : []),
        ...(schema
          ? violations(answers, `< ${where} ${status === 200}`, schema, answer).map((it) =>
              toFinding(`${where} ${status}`, it),
            )
          : []),
      ];
    });
    const checked = `${exchanges.length} requests against ${document.info.version}`;
    return { checked, findings: unique(findings) };
  },
});
