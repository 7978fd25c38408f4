/**
 * The tools of a shop. Both programs declare them from this file: the agent, to
 * show them to a model and to check what it sends, and the effector, to call them.
 */
import { type AnyTool, tool } from "@beam/tools";

/** The systems outside that the shop's tools act on. */
export interface Outside {
  /** Pays money back. A second request of one key changes nothing, and has the first one's receipt. */
  refund(
    key: string,
    order: { readonly orderId: string; readonly cents: number },
  ): Promise<{ readonly receipt: string }>;
  /** Sends a mail, each time it is asked. */
  mail(to: string, text: string): Promise<void>;
}

/** For a process that only stages: it has no way to act, and no password for one. */
export const NOTHING_OUTSIDE: Outside = {
  refund: () => Promise.reject(new Error("This process cannot pay")),
  mail: () => Promise.reject(new Error("This process cannot send mail")),
};

const ORDERS = new Map([
  ["o-1", { customer: "ada@example.com", cents: 1_200 }],
  ["o-2", { customer: "bob@example.com", cents: 350 }],
]);

/** The tools, which act on these systems. */
export function shopTools(outside: Outside): readonly AnyTool[] {
  return [
    tool({
      name: "find_order",
      description: "Find who ordered, and for how much.",
      parameters: { order_id: "string" },
    }, ({ order_id }) => ORDERS.get(order_id) ?? null),
    tool(
      {
        name: "refund",
        description: "Pay money back for an order.",
        sideEffect: true,
        // The other side knows the key, so calling again is safe.
        onCrash: "retry",
        parameters: {
          order_id: "string",
          cents: "0 < number.integer <= 10000",
        },
      },
      ({ order_id, cents }, { intent }) =>
        outside.refund(intent.intentId, { orderId: order_id, cents }),
    ),
    tool({
      name: "send_mail",
      description: "Send a mail to a customer.",
      sideEffect: true,
      // No onCrash: the other side knows no keys, and nobody wants a mail twice.
      parameters: { to: "string", text: "string" },
    }, ({ to, text }) => outside.mail(to, text)),
  ];
}
