// The official clients for TypeScript, both with the same few functions on top.
import {
  Client as Client2, SSEClientTransport as SSE2, StreamableHTTPClientTransport as HTTP2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SSE1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HTTP1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema, ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const info = { name: 'giftserver-test', version: '1' };
const capabilities = { elicitation: {} };

// client is @modelcontextprotocol/client in a mode of negotiation.
export function client(mode) {
  const c = new Client2(info, { capabilities, versionNegotiation: { mode } });
  return {
    transports: { http: HTTP2, sse: SSE2, stdio: Stdio2 },
    connect: (transport) => c.connect(transport),
    revision: () => c.getNegotiatedProtocolVersion(),
    api: c,
    call: (params, options) => c.callTool(params, options),
    // subscribe returns the function that ends the subscription, and how it ended in the end.
    subscribe: async (uri) => {
      if (c.getProtocolEra() === 'legacy') {
        await c.subscribeResource({ uri });
        return { end: () => c.unsubscribeResource({ uri }) };
      }
      const s = await c.listen({ resourceSubscriptions: [uri], resourcesListChanged: true });
      return { end: () => s.close(), ended: s.closed };
    },
    onElicit: (answer) => c.setRequestHandler('elicitation/create', (r, context) => answer(r.params, context.mcpReq.signal)),
    onUpdated: (tell) => c.setNotificationHandler('notifications/resources/updated', (n) => tell(n.params.uri)),
    onChanged: (tell) => c.setNotificationHandler('notifications/resources/list_changed', () => tell()),
  };
}

// sdk is @modelcontextprotocol/sdk, which knows the revisions up to 2025-11-25.
export function sdk() {
  const c = new Client1(info, { capabilities });
  let revision;
  return {
    transports: { http: HTTP1, sse: SSE1, stdio: Stdio1 },
    connect: (transport) => {
      // The client tells nobody but its transport what was agreed on.
      const set = transport.setProtocolVersion?.bind(transport);
      transport.setProtocolVersion = (version) => {
        revision = version;
        set?.(version);
      };
      return c.connect(transport);
    },
    revision: () => revision,
    api: c,
    call: (params, options) => c.callTool(params, undefined, options),
    subscribe: async (uri) => {
      await c.subscribeResource({ uri });
      return { end: () => c.unsubscribeResource({ uri }) };
    },
    onElicit: (answer) => c.setRequestHandler(ElicitRequestSchema, (r, context) => answer(r.params, context.signal)),
    onUpdated: (tell) => c.setNotificationHandler(ResourceUpdatedNotificationSchema, (n) => tell(n.params.uri)),
    onChanged: (tell) => c.setNotificationHandler(ResourceListChangedNotificationSchema, () => tell()),
  };
}
