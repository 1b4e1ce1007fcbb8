import type { ElementFacts } from '../../../core/index.js';
import { readLabel } from './read-label.js';

export type FieldKind = 'search' | 'settings' | 'message' | 'text' | 'data';

const wholeWords = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const SEARCH = wholeWords(
  'search find query filter suche suchen finden recherche rechercher chercher buscar busqueda pesquisar pesquisa busca cerca ricerca cercare поиск искать наити zoeken szukaj ara sok',
);
const SETTINGS = wholeWords(
  'code editor script config configuration yaml json sql query css html javascript webhook dns nameserver cron regex command terminal shell hostname subnet firewall iban konfiguration skript quelltext quellcode запрос конфигурация configuracion configuracao configurazione environment env',
);
const MESSAGE = wholeWords(
  'message reply comment chat tweet post nachricht antwort kommentar antworten repondre commentaire mensaje respuesta comentario mensagem resposta messaggio risposta commento сообщение ответ комментарии',
);
const UNSPACED: readonly (readonly [FieldKind, readonly string[]])[] = [
  ['search', ['搜索', '搜尋', '检索', '検索', '검색']],
  ['message', ['消息', '评论', '回复', '留言', '发帖', 'メッセージ', 'コメント', '返信', '投稿', '메시지', '댓글']],
  ['settings', ['代码', '配置', '脚本', 'コード', 'スクリプト', '코드']],
];

/** What a field is for, by what it is and what it is called. */
export function findFieldKind({ role, type, tag, name, editor, autocomplete }: ElementFacts): FieldKind {
  if (editor === 'code') return 'settings';
  if (role === 'searchbox' || type === 'search') return 'search';
  const [read = { words: [], text: '' }] = readLabel(name);
  const has = (words: ReadonlySet<string>): boolean => read.words.some((word) => words.has(word));
  const unspaced = UNSPACED.find(([, parts]) => parts.some((part) => read.text.includes(part)))?.[0];
  if (unspaced !== undefined) return unspaced;
  // A box for SQL is called a query too, and is written in several lines.
  const isLong = tag === 'textarea' || (tag !== 'input' && role === 'textbox');
  if (!isLong && has(SEARCH)) return 'search';
  if (has(SETTINGS)) return 'settings';
  if (isLong) return has(MESSAGE) ? 'message' : 'text';
  if (has(MESSAGE) && (autocomplete === undefined || autocomplete === 'off')) return 'message';
  return 'data';
}
