import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, X } from 'lucide-react';
import type { ReactNode } from 'react';
import './sortable-pictures.css';

export interface SortablePicture {
  /** Stable while it is moved. */
  readonly id: string;
  readonly src: string;
}

interface SortablePicturesProps {
  readonly name: string;
  readonly pictures: readonly SortablePicture[];
  readonly onOrder: (ids: readonly string[]) => void;
  readonly onRemove: (id: string) => void;
  /** The content below a picture; `label` identifies the picture. */
  readonly under?: (id: string, label: string) => ReactNode;
}

const help =
  'Press space to pick the picture up, move it with the arrow keys, and press space again to put it down.';

/** Sortable pictures; the first one is the main picture. They can be moved by mouse, touch or keyboard. */
export function SortablePictures({
  name,
  pictures,
  onOrder,
  onRemove,
  under,
}: SortablePicturesProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = pictures.map((it) => it.id);
  const place = (id: unknown) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;

  function move({ active, over }: DragEndEvent): void {
    if (!over || over.id === active.id) return;
    onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={move}
      accessibility={{
        screenReaderInstructions: { draggable: help },
        announcements: {
          onDragStart: ({ active }) => `Picture ${place(active.id)} picked up.`,
          onDragOver: ({ over }) =>
            over ? `Picture is at position ${place(over.id)}.` : undefined,
          onDragEnd: ({ over }) => (over ? `Picture put down at ${place(over.id)}.` : undefined),
          onDragCancel: () => 'Picture is back where it was.',
        },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className="product-pictures">
          {pictures.map((it, index) => (
            <Picture
              key={it.id}
              picture={it}
              label={`${name}, picture ${index + 1} of ${pictures.length}`}
              onRemove={() => onRemove(it.id)}
              under={under}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface PictureProps {
  readonly picture: SortablePicture;
  readonly label: string;
  readonly onRemove: () => void;
  readonly under: SortablePicturesProps['under'];
}

function Picture({ picture, label, onRemove, under }: PictureProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: picture.id,
  });
  return (
    <li
      ref={setNodeRef}
      className="product-picture"
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <img src={picture.src} alt={label} width={160} height={200} draggable={false} />
      <button
        type="button"
        className="icon-button product-picture__grip"
        {...attributes}
        {...listeners}
        aria-label={`Move ${label}`}
      >
        <GripVertical aria-hidden size={16} />
      </button>
      <button
        type="button"
        className="icon-button product-picture__remove"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
      >
        <X aria-hidden size={16} />
      </button>
      {under?.(picture.id, label)}
    </li>
  );
}
