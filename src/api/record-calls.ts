import { post, put, remove } from './admin-call.ts';
import type { Shape } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

/** The calls that create, update and delete the records of a resource. */
export const recordCalls = <Input extends object, Changed extends object>(
  path: string,
  changed: Shape<Changed>,
) =>
  [
    (body: Input) => post<Changed>(`${path}/create`, changed, body),
    (id: string, body: Input) =>
      put<Changed>(`${path}/update/${encodeURIComponent(id)}`, changed, body),
    (id: string) => remove<Deleted>(`${path}/delete/${encodeURIComponent(id)}`, deleted),
  ] as const;
