/** As much of a JSON schema as the document uses. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

export interface Operation {
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security: Record<string, unknown>[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

const texts: Readonly<Record<string, string>> = {
  uuid: '30ec1b86-6179-5ccc-a99a-f13f2061340c',
  guid: '30ec1b86-6179-5ccc-a99a-f13f2061340c',
  email: 'ada@example.com',
  date: '2026-11-21',
  'date-time': '2026-11-21T08:00:00Z',
  uri: 'https://example.com',
};

/** A value that fits the types of a schema. */
export function sample(schema: Schema | undefined): unknown {
  if (!schema) return 'x';
  const { type, format = '', enum: choices, anyOf, oneOf, items, properties = {} } = schema;
  if (schema.const !== undefined) return schema.const;
  if (choices) return choices[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return sample(first);
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'array') return [sample(items)];
  if (type === 'object') {
    return Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, sample(it)]));
  }
  return texts[format] ?? 'linen';
}

export async function readDocument(url: string): Promise<OpenApi> {
  return (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as OpenApi;
}

/** Tokens of the demo accounts, by the name of the document's security scheme. */
export async function signInToApi(url: string): Promise<Record<string, string>> {
  const token = async (path: string, email: string, password: string, field: string) => {
    const answer = await fetch(`${url}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return String(((await answer.json()) as Record<string, unknown>)[field]);
  };
  return {
    customer: await token(
      'user-login',
      'shopper@hemline.example',
      'shopper-demo-1',
      'UserauthToken',
    ),
    admin: await token('login', 'admin@hemline.example', 'admin-demo-1', 'authToken'),
  };
}
