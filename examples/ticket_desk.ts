/**
 * A ticket desk with nine tools: what a support agent may look at, and what it may change.
 *
 * @module
 */

import { tool, ToolRegistry } from "@beam/tools";
import { type } from "arktype";

/** One ticket as it stands. */
export interface Ticket {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  /** From 1, which can wait, to 5. */
  readonly priority: number;
  /** `"Open"`, `"Resolved"`, `"Closed"`, or a word of the desk's own. */
  readonly status: string;
  /** How it was resolved; empty until then. */
  readonly resolution: string;
  readonly createdBy: string;
}

/** What a desk starts with. */
export interface TicketDeskOptions {
  /** None unless set. */
  readonly tickets?: readonly Ticket[] | undefined;
  /** Who is logged in; nobody unless set. */
  readonly user?: string | undefined;
}

/** A desk in memory: no clock and no chance, so the same calls give the same state. */
export interface TicketDesk {
  readonly registry: ToolRegistry;
  /** Of each tool with a secret argument, the arguments that are none. */
  readonly shownArguments: ReadonlyMap<string, readonly string[]>;
  /** All tickets, by their numbers. */
  tickets(): readonly Ticket[];
  /** Who is logged in. */
  user(): string | undefined;
}

const ticketId = type("number.integer").describe("Number of the ticket");

/** Opens a desk; each has its own state and its own tools. */
export function openTicketDesk(options: TicketDeskOptions = {}): TicketDesk {
  const tickets = new Map(
    options.tickets?.map((ticket) => [ticket.id, ticket]),
  );
  const createdFor = new Map<string, Ticket>();
  let user = options.user;

  function find(id: number): Ticket {
    const ticket = tickets.get(id);
    if (ticket === undefined) throw new Error(`There is no ticket ${id}`);
    return ticket;
  }

  function currentUser(): string {
    if (user === undefined) throw new Error("Nobody is logged in");
    return user;
  }

  function change(id: number, changes: Partial<Ticket>): Ticket {
    currentUser();
    const ticket = { ...find(id), ...changes };
    tickets.set(id, ticket);
    return ticket;
  }

  // Only looks, so it may run as often as an activation is retried.
  const getTicket = tool({
    name: "get_ticket",
    description: "Show one ticket.",
    parameters: { ticket_id: ticketId },
  }, ({ ticket_id }) => find(ticket_id));

  // Only looks. What it shows depends on the session, which it does not change.
  const getUserTickets = tool({
    name: "get_user_tickets",
    description: "List the tickets of whoever is logged in.",
    parameters: {
      status: type("string")
        .describe('Only those of this status; "None" for all')
        .default("None"),
    },
  }, ({ status }) => {
    const name = currentUser();
    return [...tickets.values()].filter((ticket) =>
      ticket.createdBy === name &&
      (status === "None" || ticket.status === status)
    );
  });

  // Only looks.
  const getLoginStatus = tool({
    name: "ticket_get_login_status",
    description: "Tell whether somebody is logged in, and who.",
    parameters: {},
  }, () => ({ logged_in: user !== undefined, user: user ?? null }));

  // It changes nothing but the session, yet later calls act in that name: a retried or abandoned
  // activation must not leave another user logged in. Logging in twice is the same as once.
  const login = tool({
    name: "ticket_login",
    description: "Log in to the ticket desk, in place of whoever is.",
    sideEffect: true,
    onCrash: "retry",
    parameters: {
      username: type("string").describe("Who logs in"),
      // The format marks it as secret: no error message shows it.
      password: type("string").configure({
        description: "Password of that user",
        format: "password",
      }),
    },
  }, ({ username, password }) => {
    // The desk keeps no accounts: anybody with a password is let in.
    if (username === "" || password === "") throw new Error("Wrong password");
    user = username;
    return { logged_in: true, user };
  });

  // Ends the session that the steps after it would need. Twice is the same as once.
  const logout = tool({
    name: "logout",
    description: "Log out whoever is logged in.",
    sideEffect: true,
    onCrash: "retry",
    parameters: {},
  }, () => {
    user = undefined;
    return { logged_in: false, user: null };
  });

  // Twice would be two tickets, so the intent's id is the idempotency key; with it, "retry" is safe.
  const createTicket = tool({
    name: "create_ticket",
    description: "Open a new ticket in the name of whoever is logged in.",
    sideEffect: true,
    onCrash: "retry",
    parameters: {
      title: type("string").describe("What it is about, in a few words"),
      description: type("string").describe("All that is known").default(""),
      priority: type("1 <= number.integer <= 5")
        .describe("From 1, which can wait, to 5, which cannot")
        .default(1),
    },
  }, ({ title, description, priority }, { intent }) => {
    const known = createdFor.get(intent.intentId);
    if (known !== undefined) return known;
    const ticket: Ticket = {
      id: Math.max(0, ...tickets.keys()) + 1,
      title,
      description,
      priority,
      status: "Open",
      resolution: "",
      createdBy: currentUser(),
    };
    tickets.set(ticket.id, ticket);
    createdFor.set(intent.intentId, ticket);
    return ticket;
  });

  // The same edit twice would do no harm, but a late second one might undo what others wrote since:
  // after a crash nobody can tell, so it is left at "unknown" for a person to look.
  const editTicket = tool({
    name: "edit_ticket",
    description: "Change some fields of a ticket; the others stay.",
    sideEffect: true,
    onCrash: "unknown",
    parameters: {
      ticket_id: ticketId,
      // Written out, and not as a `type({ ... })`, its keys stay in this order.
      updates: [
        {
          "title?": type("string").describe("New title"),
          "description?": type("string").describe("New description"),
          "status?": type("string").describe("New status"),
          "priority?": type("1 <= number.integer <= 5")
            .describe("New priority, from 1 to 5"),
        },
        "@",
        "The fields to change, with their new values",
      ],
    },
  }, ({ ticket_id, updates }) => change(ticket_id, updates));

  // Closed stays closed, however often it is done.
  const closeTicket = tool({
    name: "close_ticket",
    description: "Close a ticket.",
    sideEffect: true,
    onCrash: "retry",
    parameters: { ticket_id: ticketId },
  }, ({ ticket_id }) => change(ticket_id, { status: "Closed" }));

  // A second time might overwrite how somebody else resolved it since, as with an edit.
  const resolveTicket = tool(
    {
      name: "resolve_ticket",
      description: "Mark a ticket as resolved, and say how.",
      sideEffect: true,
      parameters: {
        ticket_id: ticketId,
        resolution: type("string").describe("How it was resolved"),
      },
    },
    ({ ticket_id, resolution }) =>
      change(ticket_id, { status: "Resolved", resolution }),
  );

  return {
    registry: new ToolRegistry([
      getTicket,
      getUserTickets,
      getLoginStatus,
      login,
      logout,
      createTicket,
      editTicket,
      closeTicket,
      resolveTicket,
    ]),
    shownArguments: new Map([["ticket_login", ["username"]]]),
    tickets: () => [...tickets.values()].sort((a, b) => a.id - b.id),
    user: () => user,
  };
}
