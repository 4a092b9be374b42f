// build.mjs PACKAGE DAGRE ORDERS PAGE [MODULE]: makes one HTML file of this page, with the engine, the modules and dagre inside. MODULE
// is one more module, for tests.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [packageFolder, dagreFolder, orders, output, more] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(...path), 'utf8');

/** Modules import each other by names, which the page maps to their texts. */
function specifier(path) {
  return `swiftfsm/${path}`;
}

function withNames(source, folder) {
  return source.replace(/(from |import )'(\.[^']+)'/g, (_, word, path) => {
    const name = basename(path);
    return `${word}'${specifier(path.includes('/src/') ? `src/${name}` : `${folder}/${name}`)}'`;
  });
}

const dataUrl = (source) => `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;

const samples = {
  'Media player': read(here, 'media-player.fsm'),
  Turnstile: read(here, 'turnstile.fsm'),
  Orders: read(orders).replace(/\n+(#[^\n]*\n)*run [\s\S]*$/, '\n'),
};
const modules = {};
for (const [folder, path] of [['src', join(packageFolder, 'src')], ['page', join(here, 'modules')]]) {
  for (const name of readdirSync(path)) {
    if (name.endsWith('.js')) modules[specifier(`${folder}/${name}`)] = dataUrl(withNames(read(path, name), folder));
  }
}
modules[specifier('page/samples.js')] = dataUrl(`export const samples = ${JSON.stringify(samples)};`);
if (more !== undefined) modules[specifier('page/test.js')] = dataUrl(withNames(read(more), 'page'));

const dagre = read(dagreFolder, 'dist', 'dagre.min.js').replace(/\n\/\/# sourceMappingURL.*\s*$/, '\n');
const parts = {
  style: read(here, 'style.css'),
  wasm: readFileSync(join(packageFolder, 'swiftfsm.wasm')).toString('base64'),
  dagre: `${read(here, 'dagre.licence')}\n${dagre}`.replaceAll('</script', '<\\/script'),
  map: JSON.stringify({ imports: modules }),
  start: `import '${specifier('page/main.js')}';${more === undefined ? '' : `\nimport '${specifier('page/test.js')}';`}`,
};
const page = read(here, 'page.html').replace(/(?:\/\*)?\{\{(\w+)\}\}(?:\*\/)?/g, (_, name) => parts[name]);
writeFileSync(output, page);
