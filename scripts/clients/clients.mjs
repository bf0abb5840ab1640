// All clients of scripts/clients/run.mjs, in the order in which they run.
import { clients as apache } from "./apache/clients.mjs";
import { clients as go } from "./go/clients.mjs";
import { clients as java } from "./java/clients.mjs";
import { clients as node } from "./node/clients.mjs";
import { clients as python } from "./python/clients.mjs";

export const clients = [...node, ...python, ...go, ...java, ...apache];
