import { z } from 'zod';
import { errorReply } from '../../_shared/schemas/common.ts';
import type { Call } from '../call.ts';
import { errorCodes } from './error-codes.ts';
import { describeParameter } from './parameters.ts';

type Json = Record<string, unknown>;

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function toBody({ body, files }: Call): Json {
  if (!body) return {};
  const schema = toSchema(body, 'input');
  const picture = { type: 'array', items: { type: 'string', format: 'binary' } };
  const properties = { ...(schema.properties as Json | undefined), image: picture };
  const content = {
    'application/json': { schema },
    ...(files ? { 'multipart/form-data': { schema: { ...schema, properties } } } : {}),
  };
  return { requestBody: { required: !body.safeParse({}).success, content } };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

/** What a call takes in its address. */
export function toParameters({ path, query }: Pick<Call, 'path' | 'query'>): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    ...describeParameter(name, {}),
    schema: { type: 'string', ...(/^id$|Id$/.test(name) ? { format: 'uuid' } : {}) },
  }));
  if (!query) return inPath;
  const { properties = {}, required = [] } = toSchema(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    ...describeParameter(name, schema),
    schema,
  }));
  return [...inPath, ...inQuery];
}

const groupOf = ({ path }: Call): string => path.split('/')[1] ?? '';

/** `getProductsIdRelated` for GET /products/:id/related; clients that are generated name their functions after it. */
const operationId = ({ method, path }: Call): string =>
  (method.toLowerCase() + path).replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());

const callers = {
  anyone: 'Needs no token',
  shopper: 'Needs the token of a customer, or of a visitor where everybody may order',
  customer: 'Needs the token of a customer',
  admin: 'Needs the token of an administrator',
};

function toOperation(call: Call): Json {
  const { summary, access, reply, file, status = 200, limit, limitedInSql } = call;
  const ok = {
    description: 'Success',
    content: file
      ? { [file]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: toSchema(reply, 'output') } },
  };
  const failed = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  const failures = [...errorCodes(call)].map(([code, codes]) => [code, failed(codes.join(', '))]);
  return {
    operationId: operationId(call),
    summary,
    description: `${callers[access]}${limit || limitedInSql ? '; its rate is limited' : ''}.`,
    tags: [groupOf(call)],
    security: access === 'anyone' ? [] : [{ [access]: [] }],
    parameters: toParameters(call),
    ...toBody(call),
    responses: {
      [status]: ok,
      ...Object.fromEntries(failures),
      default: failed('Any other error'),
    },
  };
}

const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };

/** The OpenAPI 3.1 document, generated from the schemas that validate requests. */
export function openApiDocument(calls: readonly Call[], siteUrl: string, shop: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: shop,
      version: '1',
      description:
        'The API of the shop. Prices, their ranges and amounts are in its currency, which `GET /shop/details` names: US dollars (USD) until another is chosen. Error responses list their codes.',
      contact: { name: shop, url: `${siteUrl}/contact` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(calls.map(groupOf))].sort().map((name) => ({
      name,
      description: `Calls under /${name}`,
    })),
    paths,
    components: {
      // Some errors say more, such as the order that is in the way.
      schemas: { Error: toSchema(errorReply, 'input') },
      securitySchemes: { shopper: bearer, customer: bearer, admin: bearer },
    },
  };
}
