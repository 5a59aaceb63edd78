import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import { post, put, remove } from './admin-call.ts';
import { sentence, type Shape } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

/** The calls that create, update and delete the records of a resource. */
export const recordCalls = <
  Input extends object,
  Changed extends object,
  Changes extends object = Input,
>(
  path: string,
  changed: Shape<Changed>,
) =>
  [
    (body: Input) => post<Changed>(`${path}/create`, changed, body),
    (id: string, body: Changes) =>
      put<Changed>(`${path}/update/${encodeURIComponent(id)}`, changed, body),
    (id: string) => remove<Deleted>(`${path}/delete/${encodeURIComponent(id)}`, deleted),
  ] as const;

/** The call that moves a record to a position among all of them, from 1. */
export const placeCall = (path: string) => (id: string, place: number) =>
  put<z.infer<typeof messageReply>>(`${path}/place/${encodeURIComponent(id)}`, sentence, { place });
