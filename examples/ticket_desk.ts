/**
 * A ticket desk with nine tools: what a support agent may look at, and what it may change.
 *
 * @module
 */

import { tool, ToolRegistry } from "@beam/tools";
import { type } from "arktype";
import type { Change, Desk, DeskState, Ticket } from "./desk.ts";

/** The tools of one desk. */
export interface TicketDesk {
  readonly registry: ToolRegistry;
  /** Of each tool with a secret argument, the arguments that are none. */
  readonly shownArguments: ReadonlyMap<string, readonly string[]>;
}

const ticketId = type("number.integer").describe("Number of the ticket");

/** The tools of this desk. They use no clock and no chance. */
export function openTicketDesk(desk: Desk): TicketDesk {
  // Only looks, so it may run as often as an activation is tried.
  const getTicket = tool({
    name: "get_ticket",
    description: "Show one ticket.",
    parameters: { ticket_id: ticketId },
  }, async ({ ticket_id }) => find(await desk.read(), ticket_id));

  // Only looks. What it shows depends on the session, which it does not change.
  const getUserTickets = tool({
    name: "get_user_tickets",
    description: "List the tickets of whoever is logged in.",
    parameters: {
      status: type("string")
        .describe('Only those of this status; "None" for all')
        .default("None"),
    },
  }, async ({ status }) => {
    const state = await desk.read();
    const name = currentUser(state);
    return state.tickets.filter((ticket) =>
      ticket.createdBy === name &&
      (status === "None" || ticket.status === status)
    );
  });

  // Only looks.
  const getLoginStatus = tool({
    name: "ticket_get_login_status",
    description: "Tell whether somebody is logged in, and who.",
    parameters: {},
  }, async () => {
    const { user } = await desk.read();
    return { logged_in: user !== null, user };
  });

  // It changes nothing but the session, yet later calls act in that name: a retried or abandoned
  // activation must not leave another user logged in. Logging in twice is the same as once.
  const login = tool(
    {
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
    },
    ({ username, password }, call) =>
      desk.changeOnce("ticket_login", call, () => {
        // The desk keeps no accounts: anybody with a password is let in.
        if (username === "" || password === "") {
          throw new Error("Wrong password");
        }
        const result = { logged_in: true, user: username };
        return { changed: { user: username }, result };
      }),
  );

  // Ends the session that the steps after it would need. Twice is the same as once.
  const logout = tool({
    name: "logout",
    description: "Log out whoever is logged in.",
    sideEffect: true,
    onCrash: "retry",
    parameters: {},
  }, (_, call) =>
    desk.changeOnce("logout", call, () => {
      const result = { logged_in: false, user: null };
      return { changed: { user: null }, result };
    }));

  // Twice would be two tickets, so the intent's id is the idempotency key; with it, "retry" is safe.
  const createTicket = tool(
    {
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
    },
    ({ title, description, priority }, call) =>
      desk.changeOnce("create_ticket", call, (state) => {
        const ticket: Ticket = {
          id: Math.max(0, ...state.tickets.map(({ id }) => id)) + 1,
          title,
          description,
          priority,
          status: "Open",
          resolution: "",
          createdBy: currentUser(state),
        };
        return {
          changed: { tickets: [...state.tickets, ticket] },
          result: ticket,
        };
      }),
  );

  // The same edit twice would do no harm, but a late second one might undo what others wrote since:
  // after a crash nobody can tell, so it is left at "unknown" for a person to look.
  const editTicket = tool(
    {
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
    },
    ({ ticket_id, updates }, call) =>
      desk.change(
        "edit_ticket",
        call,
        (state) => edited(state, ticket_id, updates),
      ),
  );

  // Closed stays closed, however often it is done; with the key, the desk notes it once too.
  const closeTicket = tool({
    name: "close_ticket",
    description: "Close a ticket.",
    sideEffect: true,
    onCrash: "retry",
    parameters: { ticket_id: ticketId },
  }, ({ ticket_id }, call) =>
    desk.changeOnce(
      "close_ticket",
      call,
      (state) => edited(state, ticket_id, { status: "Closed" }),
    ));

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
    ({ ticket_id, resolution }, call) =>
      desk.change(
        "resolve_ticket",
        call,
        (state) => edited(state, ticket_id, { status: "Resolved", resolution }),
      ),
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
  };
}

function find({ tickets }: DeskState, id: number): Ticket {
  const ticket = tickets.find((ticket) => ticket.id === id);
  if (ticket === undefined) throw new Error(`There is no ticket ${id}`);
  return ticket;
}

function currentUser({ user }: DeskState): string {
  if (user === null) throw new Error("Nobody is logged in");
  return user;
}

/** The change of some fields of one ticket. */
function edited(
  state: DeskState,
  id: number,
  fields: Partial<Ticket>,
): ReturnType<Change<Ticket>> {
  currentUser(state);
  const old = find(state, id);
  const ticket = { ...old, ...fields };
  const tickets = state.tickets.map((each) => each === old ? ticket : each);
  return { changed: { tickets }, result: ticket };
}
