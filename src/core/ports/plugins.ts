import type { SessionName } from '../call.js';
import type { Json, JsonObject } from '../json.js';
import type { PluginCapability } from '../plugin-ports.js';
import type { RiskLevel } from '../verdict.js';

/** One argument of a plugin's tool. */
export interface PluginArgument {
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly enum?: readonly string[] | undefined;
}

/** What the element of a tool is named by, and what is done to it. */
export interface PluginElement {
  /** The argument that holds a ref or the element's name. */
  readonly argument: string;
  readonly intent: 'click' | 'type';
  /** With `type`: the argument that holds the text. */
  readonly text?: string | undefined;
}

export interface PluginTool {
  readonly name: string;
  readonly description: string;
  readonly capability: PluginCapability;
  readonly effect: 'read' | 'act';
  readonly risk?: RiskLevel | undefined;
  readonly arguments: Readonly<Record<string, PluginArgument>>;
  readonly element?: PluginElement | undefined;
}

/** A plugin as it was read, checked and started. */
export interface InstalledPlugin {
  readonly namespace: string;
  readonly version: string;
  /** What the operator grants it. */
  readonly capabilities: readonly PluginCapability[];
  readonly tools: readonly PluginTool[];
}

export interface PluginCall {
  readonly namespace: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Answers what a plugin asks of a port during a call. */
export type AnswerPlugin = (port: string, args: JsonObject) => Promise<Json>;

export interface Plugins {
  readonly installed: readonly InstalledPlugin[];
  /** In a process that no other session shares. Whatever goes wrong is a `plugin.*` Failure. */
  call(session: SessionName, call: PluginCall, answer: AnswerPlugin, signal: AbortSignal): Promise<Json>;
  /** Ends the processes of a session. */
  forget(session: SessionName): void;
  close(): void;
}

/** The same for one call. All that a plugin is told is masked first: it could hide a secret in another spelling. */
export interface CallPlugins {
  call(call: PluginCall, answer: AnswerPlugin): Promise<Json>;
}
