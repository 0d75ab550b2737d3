// The files as tiles, and as a table whose columns sort.
import { imageOf } from '../api';
import { ago, count, fullTime, size } from '../format';
import { setQuery } from '../router';
import { useRowFocus } from '../shell/focus';
import { plural, t } from '../text';
import { beginDrag, type Chosen, dragged } from './chosen';
import { type File, kindOfFile } from './files';
import { altOf, isPicture, Thumb } from './pick';

type Props = { bucket: string; files: File[]; chosen: Chosen; mayEdit: boolean; open: (file: File) => void };

const lacksAlt = (file: File) => isPicture(file) && !altOf(file);

/** What makes an element one that is dragged to a folder. */
const dragging = (file: File, { files, chosen, mayEdit }: Props) => (mayEdit ? {
  draggable: true,
  onDragStart: (event: DragEvent) => beginDrag(event, file, files, chosen),
  onDragEnd: () => void (dragged.files = []),
} : {});

function Tick({ file, files, chosen }: Pick<Props, 'files' | 'chosen'> & { file: File }) {
  return <input type="checkbox" aria-label={t('Choose {title}', { title: file.original_name })} checked={chosen.ids.value.has(file.id)}
    onClick={(event) => chosen.turn(files, file.id, event.shiftKey)} />;
}

export function Tiles(props: Props) {
  const { bucket, files, chosen, mayEdit, open } = props;
  const list = useRowFocus<HTMLUListElement>(files.map((each) => each.id));
  return (
    <ul class="grid" {...list}>
      {files.map((file) => (
        <li key={file.id} data-row={file.id} class={chosen.ids.value.has(file.id) ? 'media chosen' : 'media'} {...dragging(file, props)}>
          <button type="button" class="tile" onClick={() => open(file)}>
            <Thumb bucket={bucket} media={file} />
            <span>{file.original_name}</span>
            <span class="faint">{[size(file.size), lacksAlt(file) ? t('no alt text') : ''].filter(Boolean).join(' · ')}</span>
          </button>
          {mayEdit && <Tick {...{ file, files, chosen }} />}
        </li>
      ))}
    </ul>
  );
}

const columns = (): { title: string; order: string; first: string }[] => [
  { title: t('Name'), order: 'original_name', first: 'original_name' },
  { title: t('Kind'), order: 'type', first: 'type' },
  { title: t('Size'), order: 'size', first: '-size' },
  { title: t('Added'), order: 'created', first: '-created' },
  { title: t('Used in'), order: 'uses', first: '-uses' },
];

/** The orders of the tiles, which have no headings to press. */
export function orders(): [string, string][] {
  return [
    ['', t('Newest')], ['created', t('Oldest')], ['original_name', t('Name, from A')], ['-original_name', t('Name, from Z')], ['type', t('Kind')],
    ['-size', t('Largest')], ['size', t('Smallest')], ['-uses', t('Most used')], ['uses', t('Least used')],
  ];
}

export function FileTable(props: Props & { order: string }) {
  const { bucket, files, chosen, mayEdit, open } = props;
  const order = props.order || '-created';
  const body = useRowFocus<HTMLTableSectionElement>(files.map((each) => each.id));
  const ids = chosen.ids.value;
  const all = files.length > 0 && files.every((file) => ids.has(file.id));
  const turn = (column: { order: string; first: string }) => {
    const next = order === column.first ? (column.first.startsWith('-') ? column.order : `-${column.order}`) : column.first;
    setQuery({ sort: next === '-created' ? undefined : next });
  };
  return (
    <div class="table plain filetable">
      <table aria-label={t('Files')}>
        <thead>
          <tr>
            {mayEdit && <th scope="col" class="tick"><input type="checkbox" aria-label={t('Choose all shown')} checked={all}
              onChange={() => chosen.set(all ? [] : files.map((file) => file.id))} /></th>}
            {columns().map((column) => {
              const sorted = order === column.order ? 'ascending' : order === `-${column.order}` ? 'descending' : undefined;
              return (
                <th key={column.order} scope="col" aria-sort={sorted}>
                  <button type="button" class="sort" onClick={() => turn(column)}>{column.title}<span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : sorted ? ' ↓' : ''}</span></button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody {...body}>
          {files.map((file) => (
            <tr key={file.id} data-row={file.id} class={ids.has(file.id) ? 'chosen' : undefined} {...dragging(file, props)}>
              {mayEdit && <td class="tick"><Tick {...{ file, files, chosen }} /></td>}
              <th scope="row">
                <button type="button" class="filename" onClick={() => open(file)}>
                  {isPicture(file) && file.type !== 'image/svg+xml' && <img class="thumb" onError={(event) => (event.currentTarget.style.visibility = 'hidden')} alt="" loading="lazy" draggable={false} width={36} height={36} src={imageOf(bucket, file.name, 'w=72&h=72&fit=crop&auto=format')} />}
                  <span>{file.original_name}</span>
                </button>
                {lacksAlt(file) && <span class="badge draft">{t('no alt text')}</span>}
              </th>
              <td>{kindOfFile(file)}</td>
              <td class="number">{size(file.size)}</td>
              <td><time dateTime={file.created} title={fullTime(file.created)}>{ago(file.created)}</time></td>
              <td class={file.uses ? undefined : 'faint'}>{file.uses ? plural(file.uses, '{count} object', '{count} objects', { count: count(file.uses) }) : t('Not used')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
