/** The part of fengari, a Lua for JavaScript, that the simulation uses. It has no types of its own. */
declare module "fengari" {
  interface LuaState {
    readonly brand: unique symbol;
  }
  type LuaText = Uint8Array;

  export function to_luastring(text: string): LuaText;

  export const lauxlib: {
    luaL_newstate(): LuaState;
    luaL_loadstring(state: LuaState, text: LuaText): number;
    luaL_ref(state: LuaState, table: number): number;
  };

  export const lualib: {
    luaL_openlibs(state: LuaState): void;
  };

  export const lua: {
    readonly LUA_REGISTRYINDEX: number;
    readonly LUA_TBOOLEAN: number;
    readonly LUA_TNUMBER: number;
    readonly LUA_TSTRING: number;
    readonly LUA_TTABLE: number;
    lua_absindex(state: LuaState, index: number): number;
    lua_call(state: LuaState, args: number, results: number): void;
    lua_pcall(state: LuaState, args: number, results: number, handler: number): number;
    lua_createtable(state: LuaState, length: number, fields: number): void;
    lua_gettop(state: LuaState): number;
    lua_pop(state: LuaState, count: number): void;
    lua_pushboolean(state: LuaState, value: boolean): void;
    lua_pushcfunction(state: LuaState, implementation: (state: LuaState) => number): void;
    lua_pushnumber(state: LuaState, value: number): void;
    lua_pushstring(state: LuaState, text: LuaText): void;
    lua_rawgeti(state: LuaState, index: number, position: number): number;
    lua_rawlen(state: LuaState, index: number): number;
    lua_rawseti(state: LuaState, index: number, position: number): void;
    lua_setfield(state: LuaState, index: number, name: LuaText): void;
    lua_setglobal(state: LuaState, name: LuaText): void;
    lua_toboolean(state: LuaState, index: number): boolean;
    lua_tonumber(state: LuaState, index: number): number;
    lua_tojsstring(state: LuaState, index: number): string;
    lua_type(state: LuaState, index: number): number;
  };
}
