import { LRUCache } from "lru-cache";
import { createRowBudget, type RowBudget } from "../row-budget";
import { FLOW_MINUTES, keyHashOf, type Flow } from "./flow";
import type { RenewableFlowStore } from "./flow-store";
import type { Place } from "./places";

/** Maximum number of organizations whose sign-ins in progress are counted at the same time. */
const MOST_PLACES = 10_000;

/** Creates the budgets for sign-ins in progress without a proof: one for each organization and one for the console. */
export function createFlowBudgets() {
  const budgets = new LRUCache<string, RowBudget>({ max: MOST_PLACES });
  const budgetOf = (tenantId: number | null) => {
    const known = budgets.get(`${tenantId}`) ?? createRowBudget();
    budgets.set(`${tenantId}`, known);
    return known;
  };

  /** Returns the place. Its unproved sign-ins are counted for the network of this IP address. */
  return function bounded<P extends Place>(place: P, ip: string | null): P {
    const { tenantId } = place;
    const budget = budgetOf(tenantId);
    const flows: RenewableFlowStore = place.flows;

    async function save(flow: Flow, key?: string): Promise<Flow | null> {
      const kept = await flows.save(flow, key);
      if (kept === null) return null;
      if (kept.subjects.length > 0) budget.settle(keyHashOf(flow.key));
      else if (flow.version === 0) {
        const expiresAt = Date.now() + FLOW_MINUTES * 60_000;
        const evicted = budget.add({ key: keyHashOf(kept.key), ip, tenantId, expiresAt });
        if (evicted.length > 0) await flows.forget(evicted);
      }
      return kept;
    }

    async function end(flow: Flow): Promise<boolean> {
      budget.settle(keyHashOf(flow.key));
      return flows.end(flow);
    }

    return { ...place, flows: { ...flows, save, end } };
  };
}
