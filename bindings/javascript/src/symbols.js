// Targets, sources and events with a meaning of their own, and their numbers in the engine.

import { ANY, DEFER, EVENTLESS, INTERNAL, NONE, REQUEST, SAME } from './constants.js';

export const any = Symbol('any');
export const same = Symbol('same');
export const internal = Symbol('internal');
export const defer = Symbol('defer');
export const eventless = Symbol('eventless');
export const request = Symbol('request');

export const SOURCES = new Map([[any, ANY], [null, NONE]]);
export const EVENTS = new Map([[any, ANY], [eventless, EVENTLESS], [request, REQUEST]]);
export const TARGETS = new Map([[same, SAME], [internal, INTERNAL], [defer, DEFER], [any, ANY]]);
