#include "openapi.h"

namespace inkwell::mcp {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "McpMessage": {
      "type": "object", "required": ["jsonrpc"],
      "properties": {
        "jsonrpc": {"type": "string", "const": "2.0"},
        "id": {"type": ["string", "integer", "null"], "description": "Of a request, and of its answer"},
        "method": {"type": "string", "description": "initialize, ping, tools/list, tools/call, or a notification"},
        "params": {"type": ["object", "array"], "description": "An object; -32602 answers an array"},
        "result": {"type": "object", "additionalProperties": true},
        "error": {
          "type": "object", "required": ["code", "message"],
          "properties": {"code": {"type": "integer"}, "message": {"type": "string"}}
        }
      },
      "examples": [{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]
    },
    "McpBatch": {
      "type": "array", "minItems": 1, "maxItems": 20, "description": "Of messages; what is none has an answer of its own",
      "examples": [[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]]
    },
    "McpMessages": {
      "description": "A message of JSON-RPC 2.0; with version 2025-03-26 also a batch",
      "anyOf": [{"$ref": "#/components/schemas/McpMessage"}, {"$ref": "#/components/schemas/McpBatch"}]
    },
    "McpRefusal": {
      "anyOf": [{"$ref": "#/components/schemas/McpMessage"}, {"$ref": "#/components/schemas/Error"}]
    }
  },
  "requestBodies": {
    "McpBody": {
      "required": true,
      "content": {"application/json": {"schema": {"$ref": "#/components/schemas/McpMessages"}}}
    }
  },
  "responses": {
    "McpTaken": {"description": "The body held no request: nothing is answered"}
  },
  "parameters": {
    "mcp_version": {
      "name": "MCP-Protocol-Version", "in": "header",
      "description": "What initialize has answered; 2025-03-26 without it",
      "schema": {"type": "string", "examples": ["2025-11-25"]}
    }
  }
})";

}  // namespace inkwell::mcp
