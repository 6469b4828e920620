import type { Substitute } from './substitute.ts';

/** Similar in width and style. */
export const nearWidths: readonly Substitute[] = [
  {
    by: 'Liberation Sans',
    generic: 'sans-serif',
    families: {
      'Arial Unicode MS': 0,
      'Microsoft Sans Serif': null,
      'MS Sans Serif': null,
      'Helvetica Neue': -0.9,
      Tahoma: -0.4,
      Geneva: null,
      'Franklin Gothic': null,
      'Franklin Gothic Book': null,
      'IBM Plex Sans': -1.2,
      Nunito: -1.4,
      'Nunito Sans': -1.4,
    },
  },
  {
    by: 'Liberation Sans Narrow',
    generic: 'sans-serif',
    families: { 'Franklin Gothic Medium Cond': null, 'Gill Sans MT Condensed': null },
  },
  // Aptos Narrow has the digits of Calibri, which determine the column width of a sheet.
  {
    by: 'Carlito',
    generic: 'sans-serif',
    families: {
      'Calibri Light': null,
      'Aptos Narrow': null,
      Candara: null,
      Corbel: null,
      'Source Sans Pro': -1.9,
      'Source Sans 3': -1.9,
    },
  },
  {
    by: 'Cabin',
    generic: 'sans-serif',
    families: { Aptos: -0.6, 'Aptos Display': null, 'Gill Sans': null, 'Gill Sans MT': null },
  },
  {
    by: 'Roboto',
    generic: 'sans-serif',
    families: { 'Segoe UI': 0.3, 'Segoe UI Variable': null, 'San Francisco': null },
  },
  {
    by: 'Roboto Light',
    generic: 'sans-serif',
    families: { 'Segoe UI Light': null, 'Segoe UI Semilight': null },
  },
  {
    by: 'Roboto Medium',
    generic: 'sans-serif',
    families: { 'Segoe UI Semibold': null, 'Franklin Gothic Medium': null, 'Franklin Gothic Demi': null },
  },
  {
    by: 'Lato',
    generic: 'sans-serif',
    families: { 'Trebuchet MS': -2.9, 'PT Sans': 1, Optima: null, Avenir: -1.8 },
  },
  {
    by: 'Open Sans',
    generic: 'sans-serif',
    families: { Inter: -1.8, 'Noto Sans': -1.1, Raleway: 1.2, 'Fira Sans': 2.3, 'DM Sans': 0.6, Ubuntu: 3 },
  },
  {
    by: 'DejaVu Sans',
    generic: 'sans-serif',
    families: { Verdana: -0.3, 'Lucida Sans Unicode': null, 'Lucida Sans': null, 'Lucida Grande': 4 },
  },
  {
    by: 'Montserrat',
    generic: 'sans-serif',
    families: { Poppins: 0.6, 'Work Sans': 0.8, Futura: null, Gotham: null },
  },
  { by: 'Montserrat Black', generic: 'sans-serif', families: { 'Arial Black': 1.1, 'Segoe UI Black': null } },
  { by: 'Open Sans Condensed', generic: 'sans-serif', families: { Impact: -2.3, Haettenschweiler: null } },
  {
    by: 'Comic Neue',
    generic: 'sans-serif',
    families: { 'Comic Sans MS': -8, 'Segoe Print': null, 'Segoe Script': null },
  },
  {
    by: 'Liberation Serif',
    generic: 'serif',
    families: {
      Baskerville: null,
      'Baskerville Old Face': null,
      'Bodoni MT': null,
      Didot: null,
      Sylfaen: null,
      'MS Serif': null,
    },
  },
  { by: 'Caladea', generic: 'serif', families: { 'Cambria Math': 0, 'Aptos Serif': null } },
  { by: 'TeX Gyre Pagella', generic: 'serif', families: { Georgia: 1.2, Constantia: null } },
  { by: 'TeX Gyre Bonum', generic: 'serif', families: { 'Lucida Bright': null } },
  {
    by: 'TeX Gyre Schola',
    generic: 'serif',
    families: { Century: null, Rockwell: null, 'Noto Serif': -2.1, Merriweather: -2.9 },
  },
  {
    by: 'EB Garamond',
    generic: 'serif',
    families: {
      Garamond: null,
      'Adobe Garamond Pro': null,
      Perpetua: null,
      'Goudy Old Style': null,
      'Crimson Text': -2.7,
    },
  },
  { by: 'Anonymous Pro', generic: 'monospace', families: { Consolas: -0.7 } },
  {
    by: 'Liberation Mono',
    generic: 'monospace',
    families: {
      'Aptos Mono': null,
      'Lucida Console': -0.4,
      'Lucida Sans Typewriter': -0.4,
      'Andale Mono': 0,
      Menlo: -0.3,
      Monaco: 0,
      'Cascadia Code': 2.4,
      'Cascadia Mono': 2.4,
      'Source Code Pro': 0,
      'Fira Code': 0,
      'Roboto Mono': 0,
    },
  },
];
