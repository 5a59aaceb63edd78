import type { Selected } from './DataTable.tsx';
import { DeleteButton } from './DeleteButton.tsx';

interface BulkDeleteProps extends Selected {
  /** Singular and plural. */
  readonly nouns: readonly [one: string, many: string];
  readonly question: (count: number) => string;
  /** Resolves with whether they were deleted. */
  readonly remove: (ids: readonly string[]) => Promise<boolean>;
}

/** Deletes the selection, after a confirmation that states the count. */
export function BulkDelete({ ids, clear, nouns, question, remove }: BulkDeleteProps) {
  const count = ids.length;
  return (
    <DeleteButton
      name={`${count} ${nouns[count === 1 ? 0 : 1]}`}
      question={question(count)}
      remove={async () => {
        const deleted = await remove(ids);
        if (deleted) clear();
        return deleted;
      }}
    />
  );
}
