import { lauxlib, lua, lualib, to_luastring } from "fengari";

/** A value that a command returns or a script gets; null: there is none. */
export type Reply = string | number | null | readonly Reply[];

/** Runs one command of a script. */
export type RunCommand = (command: string, ...args: readonly string[]) => Reply;

/** Runs scripts as Redis does. Each is compiled once. */
export class Lua {
  readonly #state = lauxlib.luaL_newstate();
  readonly #compiled = new Map<string, number>();
  #run: RunCommand = () => null;

  constructor() {
    const state = this.#state;
    lualib.luaL_openlibs(state);
    // Redis has Lua 5.1, in which this is a global function.
    this.#define("unpack = table.unpack");
    lua.lua_createtable(state, 0, 1);
    lua.lua_pushcfunction(state, () => this.#call());
    lua.lua_setfield(state, -2, to_luastring("call"));
    lua.lua_setglobal(state, to_luastring("redis"));
  }

  /** Runs a script, whose commands are run by `run`. */
  run(text: string, { keys, args, run }: { keys: readonly string[]; args: readonly string[]; run: RunCommand }): Reply {
    const state = this.#state;
    this.#run = run;
    this.#setList("KEYS", keys);
    this.#setList("ARGV", args);
    let compiled = this.#compiled.get(text);
    if (compiled === undefined) {
      if (lauxlib.luaL_loadstring(state, to_luastring(text)) !== 0) throw this.#error();
      compiled = lauxlib.luaL_ref(state, lua.LUA_REGISTRYINDEX);
      this.#compiled.set(text, compiled);
    }
    lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, compiled);
    if (lua.lua_pcall(state, 0, 1, 0) !== 0) throw this.#error();
    const reply = this.#read(-1);
    lua.lua_pop(state, 1);
    return reply;
  }

  #define(text: string): void {
    lauxlib.luaL_loadstring(this.#state, to_luastring(text));
    lua.lua_call(this.#state, 0, 0);
  }

  #error(): Error {
    return new Error(`a script failed: ${lua.lua_tojsstring(this.#state, -1)}`);
  }

  #setList(name: string, texts: readonly string[]): void {
    this.#push(texts);
    lua.lua_setglobal(this.#state, to_luastring(name));
  }

  /** Runs the command whose parts are on the stack, and leaves its reply there. */
  #call(): number {
    const state = this.#state;
    const parts = Array.from({ length: lua.lua_gettop(state) }, (_, index) => lua.lua_tojsstring(state, index + 1));
    const [command = "", ...args] = parts;
    this.#push(this.#run(command, ...args));
    return 1;
  }

  #push(value: Reply): void {
    const state = this.#state;
    if (value === null) lua.lua_pushboolean(state, false);
    else if (typeof value === "number") lua.lua_pushnumber(state, value);
    else if (typeof value === "string") lua.lua_pushstring(state, to_luastring(value));
    else {
      lua.lua_createtable(state, value.length, 0);
      for (const [index, each] of value.entries()) {
        this.#push(each);
        lua.lua_rawseti(state, -2, index + 1);
      }
    }
  }

  /** As Redis does it: numbers lose their fraction, and false is no value. */
  #read(index: number): Reply {
    const state = this.#state;
    const type = lua.lua_type(state, index);
    if (type === lua.LUA_TNUMBER) return Math.trunc(lua.lua_tonumber(state, index));
    if (type === lua.LUA_TSTRING) return lua.lua_tojsstring(state, index);
    if (type === lua.LUA_TBOOLEAN) return lua.lua_toboolean(state, index) ? 1 : null;
    if (type !== lua.LUA_TTABLE) return null;
    const list = lua.lua_absindex(state, index);
    return Array.from({ length: lua.lua_rawlen(state, list) }, (_, position) => {
      lua.lua_rawgeti(state, list, position + 1);
      const value = this.#read(-1);
      lua.lua_pop(state, 1);
      return value;
    });
  }
}
