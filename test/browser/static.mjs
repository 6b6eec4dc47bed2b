// Local web servers for the pages of the tests.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };

// listen serves the folder pages, and the libraries under node_modules, and returns the origin.
export async function listen() {
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const folder = url.pathname.startsWith('/node_modules/') ? '' : 'pages';
    const file = createReadStream(join(import.meta.dirname, folder, normalize(url.pathname)));
    file.on('error', () => response.writeHead(404).end());
    file.on('open', () => {
      response.setHeader('Content-Type', `${types[extname(url.pathname)]}; charset=utf-8`);
      const csp = url.searchParams.get('csp');
      if (csp) response.setHeader('Content-Security-Policy', policy(JSON.parse(csp)));
      else response.setHeader('Cache-Control', 'max-age=600');
      file.pipe(response);
    });
  });
  server.unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

// policy is what MCP Apps (2026-01-26) has a host allow a widget whose resource declares these domains.
function policy({ connectDomains = [], resourceDomains = [], frameDomains = [], baseUriDomains = [] }) {
  const resources = resourceDomains.join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `img-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    `media-src 'self' data: ${resources}`,
    `connect-src ${connectDomains.join(' ') || "'none'"}`,
    `frame-src ${frameDomains.join(' ') || "'none'"}`,
    "object-src 'none'",
    `base-uri ${baseUriDomains.join(' ') || "'self'"}`,
  ].join('; ');
}
