// One row. It is drawn again only when something of it is different: a scroll draws the rows that come, and no other.
import { Component } from 'preact';
import type { ObjectType } from '../api';
import { address } from '../router';
import { t } from '../text';
import { CellEditor, Shown } from './cell';
import { mayEdit, reachOf } from './edit';
import type { Column } from './fields';
import type { Row } from './rows';
import type { Cells, Edit } from './saving';

type Props = {
  bucket: string; type: ObjectType; columns: Column[]; index: number; row: Row | undefined; cells: Cells;
  chosen: boolean; active: number; editing: Edit | null; marked: boolean;
  /** The ids of columns that are being saved. */
  saving: string;
  /** The row can be dragged; where a row that is dragged over it would come to lie. */
  drags: boolean; side: '' | 'before' | 'after';
};
const compared = ['row', 'index', 'columns', 'chosen', 'active', 'editing', 'marked', 'saving', 'drags', 'side'] as const;

export class Line extends Component<Props> {
  shouldComponentUpdate(next: Props): boolean {
    return compared.some((name) => next[name] !== this.props[name]);
  }
  render({ bucket, type, columns, index, row, chosen, active, editing, marked, saving, drags, side, cells }: Props) {
    const cell = (column: number) => ({ 'data-cell': `${index}:${column}`, 'tabIndex': active === column ? 0 : -1, 'aria-colindex': column + 1 });
    if (!row) {
      return (
        <tr aria-rowindex={index + 2} aria-busy="true">
          <td {...cell(0)} />
          {columns.map((each, place) => <td key={each.id} {...cell(place + 1)}><span class="bone" /></td>)}
        </tr>
      );
    }
    return (
      <tr aria-rowindex={index + 2} aria-selected={chosen} draggable={drags && !editing ? true : undefined}
        class={[marked && 'marked', side && `drop ${side}`].filter(Boolean).join(' ') || undefined}>
        <td class="tick" {...cell(0)}><input type="checkbox" tabIndex={-1} aria-label={t('Choose {title}', { title: row.title })} checked={chosen} /></td>
        {columns.map((column, place) => {
          const edit = editing?.column === place + 1 ? editing : null;
          const busy = saving.split(' ').includes(column.id);
          const state = { 'class': edit ? 'editing' : busy ? 'saving' : undefined, 'aria-busy': busy || undefined };
          const label = t('{field} of {title}', { field: column.title, title: row.title });
          const inside = edit
            ? <CellEditor {...{ column, label, edit }} reach={reachOf(row, bucket)}
                save={(value, then) => cells.save(edit, column, value, then)} leave={cells.leave} />
            : null;
          if (column.kind === 'title') {
            return (
              <th key={column.id} scope="row" {...state} {...cell(place + 1)}>
                {inside ?? <a tabIndex={-1} href={address(bucket, 'objects', type.slug, row.id)}>{row.title}</a>}
              </th>
            );
          }
          return (
            <td key={column.id} {...state} data-kind={column.kind} aria-readonly={!column.editable || !mayEdit(row, bucket) || undefined} {...cell(place + 1)}>
              {inside ?? (column.kind === 'locale' ? row.locale : <Shown {...{ row, column, bucket }} />)}
            </td>
          );
        })}
      </tr>
    );
  }
}
