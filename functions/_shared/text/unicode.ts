// Written by `npm run generate -- unicode` from @unicode/unicode-15.1.0. text.ts and names.ts read it.

/** Default_Ignorable_Code_Point and bidirectional controls, for a character class of a regular expression. */
export const INVISIBLE = `
\\u{ad} \\u{34f} \\u{61c} \\u{115f}-\\u{1160} \\u{17b4}-\\u{17b5} \\u{180b}-\\u{180f} \\u{200b}-\\u{200f}
\\u{202a}-\\u{202e} \\u{2060}-\\u{206f} \\u{3164} \\u{fe00}-\\u{fe0f} \\u{feff} \\u{ffa0} \\u{fff0}-\\u{fff8}
\\u{1bca0}-\\u{1bca3} \\u{1d173}-\\u{1d17a} \\u{e0000}-\\u{e0fff}`

/** Letters with an accent that NFKD does not remove, and small capitals, each before its base. */
export const ACCENTS = `
øo đd ħh ıi łl ŧt ƀb ƃb ƈc ƌd ƒf ƙk ƚl ƞn ƥp ƫt ƭt ƴy ƶz ǥg ȡd ȥz ȴl ȵn ȶt ȼc ȿs ɀz ɇe ɉj ɋq ɍr ɏy ɓb ɕc ɖd ɗd ɠg ɢg ɦh
ɨi ɪi ɫl ɬl ɭl ɱm ɲn ɳn ɴn ɼr ɽr ɾr ʀr ʂs ʈt ʋv ʏy ʐz ʑz ʙb ʛg ʜh ʝj ʟl ʠq ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴌl ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz
ᵬb ᵭd ᵮf ᵯm ᵰn ᵱp ᵲr ᵳr ᵴs ᵵt ᵶz ᵽp ᶀb ᶁd ᶂf ᶃg ᶄk ᶅl ᶆm ᶇn ᶈp ᶉr ᶊs ᶌv ᶍx ᶎz ᶏa ᶑd ᶒe ᶖi ᶙu ỿy ⱡl ⱥa ⱦt ⱨh ⱪk ⱬz ⱱv ⱳw
ⱴv ⱸe ⱺo ꜰf ꜱs ꝁk ꝃk ꝅk ꝉl ꝋo ꝍo ꝑp ꝓp ꝕp ꝗq ꝙq ꝟv ꞎl ꞑn ꞓc ꞔc ꞕh ꞗb ꞙf ꞡg ꞣk ꞥn ꞧr ꞩs ꞯq ꞹu ꟈd ꟊs ꬴe ꬷl ꬸl ꬹl ꬺm ꬻn ꭆr
ꭉr ꭎu ꭒu ꭖx ꭗx ꭘx ꭙx ꭚy 𝼄l 𝼉t 𝼑l 𝼓l 𝼖r 𝼚i 𝼛o 𝼝c 𝼞s 𝼥d 𝼦l 𝼧n 𝼨r 𝼩s 𝼪t`

/** Kinds of characters from U+0000 on: a letter and, in base 36, for how many characters it holds (left out: for one). */
export const KINDS = `
xw a .2 # a .5 # s .4 d e9 .2 s3 .2 aq .3 a . ar . s . s xx a . a5 . a p a . s x p a2 s a4 .2 a3 . a3 . an s av s agn x
a14 x2 a4 . a x4 a3 . a3 x a x ak x a2b s a8p x a12 x2 a .6 a15 .2 x2 a3 x a19 . a . a2 . a2 . a x8 ar x4 a4 .2 xb a6
s3 .2 a .2 a2 mb . x .3 l17 ml aa .4 l2 m l2r . l m7 a2 m6 l2 m2 a m4 l2 aa l3 a2 l .e x a l m lu mr x2 l1f a1e xe aa
lx m9 l2 a .3 l x2 m a1c x2 .f x as x2 . x lb x5 lo a l6 x a2 x6 m8 l16 mo a mx l1i m3 l mi l m2 a2 m3 la m2 .2 aa . lg
m3 x l8 x2 l2 x2 lm x l7 x l x3 l4 x2 m l m7 x2 m2 x2 m3 l x8 m x4 l2 x l3 m2 x2 aa l2 aa l . m x2 m3 x l6 x4 l2 x2 lm
x l7 x l2 x l2 x l2 x2 m x m5 x4 m2 x2 m3 x3 m x7 l4 x l x7 aa m2 l3 m . xa m3 x l9 x l3 x lm x l7 x l2 x l5 x2 m l m8
x m3 x m3 x2 l xf l2 m2 x2 aa . a x7 l m6 x m3 x l8 x2 l2 x2 lm x l7 x l2 x l5 x2 m l m7 x2 m2 x2 m3 x7 m3 x4 l2 x l3
m2 x2 ab l a6 xa m l x l6 x3 l3 x l4 x3 l2 x l x l2 x3 l2 x3 l3 x3 lc x4 m5 x3 m3 x m4 x2 l x6 m xe al x5 m5 l8 x l3 x
ln x lg x2 m l m7 x m3 x m4 x7 m2 x l3 x2 l x2 l2 m2 x2 aa x7 . a8 l m3 . l8 x l3 x ln x la x l5 x2 m l m7 x m3 x m4 x7
m2 x6 l2 x l2 m2 x2 aa x l2 m xc m4 l9 x l3 x l15 m2 l m7 x m3 x m4 l a x4 l3 m a7 l3 m2 x2 ak l6 x m3 x li x3 lo x l9
x l x2 l7 x3 m x4 m6 x m x m8 x6 aa x2 m2 . xc a1m x4 ag . aa .2 x11 a2 x a x a5 x ao x a x an x2 a5 x a x a7 x aa x2
a4 xw a4 .f a . a11 .4 aa x a10 x4 ak . ai x a10 x af x a2 .5 a4 .2 x11 b17 mk b aa .6 b6 m4 b4 m3 b m3 b2 m7 b3 m4 bd
mc b m aa m4 a14 x a x5 a x2 a17 . a2r x2 a6g x a4 x2 a7 x a x a4 x2 a15 x a4 x2 ax x a4 x2 a7 x a x a4 x2 af x a1l x
a4 x2 a1v x2 a3 .9 ak x3 aq x6 a2e x2 a6 x2 . ah9 . a18 .2 x3 a23 .3 ab x7 am x9 am .2 x9 ak xc ad x a3 x a2 xc l1g x2
mu .3 l .3 a l m x2 aa x6 aa x6 .b G3 x G aa x6 g2h x7 g5 m2 gy m g x5 a1y xa av x ac x4 ac x4 a x3 .2 a14 x2 a5 xb a18
x4 aq x6 ab x3 a1q x2 .2 l1h ma x mt x2 m aa x6 aa x6 .7 l .6 x2 av x1d m5 l1b mh l8 x3 aa .7 aa m9 a9 .2 x m3 lu md l2
aa l6 a1g x8 .4 a1k x3 .5 aa x3 a1d .2 a9 x7 a17 x2 a3 .8 x8 m3 . ml l4 m l6 m l2 m3 l x5 a6w m a m a7v x2 a6 x2 a12 x2
a6 x2 a8 x a x a x a x av x2 a1h x af x ae x2 a6 x aj x2 a3 x a9 x ab x J Z x2 .o x7 a .c ! .7 s .4 ! .8 s .c a xg a2
x2 a6 s3 .2 ab s3 .2 x ad x3 ax xf aw m xf ao s a9 p am p a6 s5 a6 s a1s x4 s4 r p5 s2 a4 s a2 s a2 s a2 p2 a3 s av s2
a2 s a s av s7g a8 .4 ae p2 a4 s2 a6 p .2 a29 s ab q ai sp ar p ac s6 a7 pb a4 p3 a18 xp ab xl a2q p a6f p2 aa p s a8 p
s a1i s3 r4 s p5 q a q7 p q2 p q a p2 q2 p q4 p q2 p q p2 q2 p q3 p q3 p2 q8 p3 q5 p q p q5 pc qb p2 q2 p q p2 q p q6 u
qb p q2 p2 q6 aa q2 p6 q p q p2 q3 p2 q5 p q2 p2 q4 p2 qb p2 q5 p2 q2 p q5 p2 q p q p2 qk p2 q5 p6 q p4 q2 p q4 p q2 p
a2 p6 q p q2 p a p a p a6 p a3 p a6 p aa p2 af p a2 p a4 p a p a4 p3 a p ab p2 q3 .e av p3 a9 p ae p ae p s5 .2 sv .a
sg x a73 s1g r2 s25 .m s1r .4 sw .2 s76 a5 p3 aj p2 aj sl a2 s6 a3 p a4 p au x2 aw x a9p x5 .4 a .2 a12 x a x5 a x2 a1k
x7 a . xe ao x9 a7 x a7 x a7 x a7 x a7 x a7 x a7 x a7 x aw .1b a .w a2 .c xy aq x a2h xc a5y xq ah ,2 . a h a2 .a a2 .c
ag ! aa h a ! a2 x a2e x2 a7 . a2i . a4 x5 a17 x a1f x a16 x a2c xb a1c x a3b p a p a9y h534 a1s hg74 awd x3 a1j x9 a1a
.2 a7h .3 as xk a1f . aa . a37 .6 x8 a5n x5 a2 x a x a5 xo ae l2 m l3 m l4 m ln m5 a4 m x3 aa x6 s1g .4 x8 m2 l1e mi x8
.2 aa x6 mi l6 .3 l . l2 m a1a .2 a10 xb . at x3 m4 l1b me .d x l aa x4 .2 b5 m ba aa b5 x a1j x9 ae x2 aa x2 .4 bn a3
b m3 b2 a1v xo a3 .2 lb m5 .2 l3 m2 xa a6 x2 a6 x2 a6 x9 a7 x a7 x a1o x4 a28 lz m8 . m2 x2 aa x6 a8mc xc an x4 a1d
x1l0 a4xs ha6 x2 h2y x12 a7 xc a5 x5 ac s ad x a5 x a x a2 x a2 x aa l2q ah xg la3 .2 ag l1s x2 l1i x7 a xw lc a4 S3 Y4
x7 T E .a x6 ag .z x .e s . s3 x . a .2 x4 l5 x l3r x4 , .2 a .6 s , . , . aa ,2 s3 , . aq .3 a . ar . s . s .7 a1m x
au x3 a6 x2 a6 x2 a6 x2 a3 x3 a2 s a4 x a s4 a2 xd a2 x2 ac x aq x aj x a2 x af x2 ae xy a3f x5 .3 x4 a19 x3 a2g x ad
x3 a x1b a1a x3m at x3 a1d xf m ar x4 a10 x9 au x5 a17 x5 au x . a10 x4 a8 . a5 x16 a4e x2 aa x6 a10 x4 a10 x4 a14 x8
a1g xb . ab x af x a7 x a2 x ab x af x a7 x a2 x1v a8n x9 am xa a8 xo a6 x a16 x a9 x1x a6 x2 a x a18 x a2 x3 a x2 an x
. a1z x8 a9 x1c aj x a2 x5 ax x3 . aq x5 . x1s a1k x4 ak x2 a1a l m3 x m2 x5 m4 l4 x l3 x lt x2 m3 x4 m a9 x7 .9 x7 av
. aw xw s8 a ss a2 x4 a5 .7 x9 a1i x3 .7 am x2 ar x5 aq x7 .4 xc a7 x28 a21 x1j a1f xd a1f x7 a1a x8 aa x86 av x a16 x
a2 . x2 a2 x23 m3 a14 x8 a11 .5 xm am .4 x12 as xk an x9 m3 l1h mf .7 x4 au m l2 m2 l x9 m4 l19 mb .2 a .4 m xa a x2 ap
x7 aa x6 m3 l10 me x aa .4 l m2 l x8 a10 .2 a x9 m3 l1c me l4 .4 m4 . m2 aa l . l .3 x ak xb li x lp mc .6 m l2 m x1q
a7 x a x a4 x af x aa . x6 a1n x5 aa x6 m4 x l8 x2 l2 x2 lm x l7 x l2 x l5 x m2 l m7 x2 m2 x2 m3 x2 l x6 m x5 l5 m2 x2
m7 x3 m5 x3v l1h mi l4 .5 aa .2 x . m l3 xu l1c mk l2 . l x8 aa x4m l1b m7 x2 m9 .n l4 m2 xy l1c mh .3 l xb aa x6 .d xj
l17 md l . x6 aa x1i ar x2 af x4 ac .3 a8 x55 l18 mf . x2s a2b xc a l7 x2 l x2 l8 x l2 x lo m6 x m2 x2 m4 l m l m2 .3
x9 aa x1y l8 x2 l13 m7 x2 m7 l . l m xr l ma l14 m7 l m4 .8 m x8 l mb l1a mg .3 l .5 xd a21 x7 .a x6u l9 x l11 m8 x m8
l .5 xa at x3 .2 au x2 am x ae x21 l7 x l2 x l12 m6 x3 m x m2 x m7 l m x8 aa x6 l6 x l2 x lw m5 x m2 x m5 l x7 aa x8m
an .2 x7 m2 l m ld x ly m7 x3 m5 .d aa x2e a xf a1e xd . apm x2u a33 x .5 xb a5g x218 a2p .2 xd yts ah y6 af x33e ag7
x6nt aft x7 av x aa x4 .2 a27 x aa x6 au x2 a5 . xa a1j .5 a8 . a xa aa x a7 x al x5 aj xj4 a2f .4 x2t a23 x4 a1l x7 ah
x1s a2 . h a xb a2 xe a4qg x8 aye x16 a9 x6w7 a4 x a7 x a2 x a83 xf a xt a3 x2 a xe a4 x8 ab0 x1s4 a2z x5 ad x3 a9 x7
aa x2 a3 . x3mo a1a x2 an x9 a38 x1o a6u xa a13 x2 a22 x8 a34 xl a1y x3e ak xc ak xc a2f x9 ap x3r a2d x a1z x a2 x2 a
x2 a2 x2 a4 x ac x a x a7 x a1t x a4 x2 a8 x a7 x as x a4 x a5 x a x3 a7 x a9g x2 ap s ap s av s ap s av s ap s av s ap
s av s ap s a8 x2 ajd .5 xf a5 x af xuo av x6 a6 x5x a7 x ah x2 a7 x a2 x a5 x5 a1q xx a x34 a19 x3 ae x2 aa x4 a2 x8w
av xh a1m x5 a xcw a16 xkm a7 x a4 x a2 x af x a5h x2 ag x15 a24 x4 aa x4 .2 xlt a1w x24 a1p x5e l4 x lr x l2 x l x2 l
x la x l4 x l x l x6 l x4 l x l x l x l3 x l2 x l x2 l x l x l x l x l x l2 x l x2 l4 x l7 x l4 x l4 x l x la x lh x5
l3 x l5 x lh x1g s2 x7i q4 p q13 x4 q2s xc qf x2 qf x qe p x q11 xa ad q3 av q a1o q4 p2 ac p2 ae p a2 pa ai q x1k eq a
p2 xd aa p ak p a2 p9 a x4 a9 x7 p2 xe q6 x4a py q2 p34 q2 p2 q p3 q2 p2b q2 p3 q p4 t5 p72 q p1r a8 q3 p6 q po q7 p2
q2 p8 qc p q2 p4 q2 p q4 p2 qd p2 q2 p q8 p2 q9 p q5 p3 qc p3 q8 p3 q2 p q p q4 p q6 p q3 p q6 p2e a1c p1y q5 p8 q2 p3
x4 pa q3 p q p2 x3 p q2 pa x3 a38 q3 x4 q5 a2d q5 x6 pc x4 p xf ac x4 a1k x8 aa x6 a14 x8 au x2 q2 x26 ac p1b a pa a
p55 q2c xc qe x2 pd x3 p9 x7 p1a x p7 x8 pe x4 p9 x7 p9 x7 a43 x a1j x11 aa xsm hwyo xw h37e x6 h66 x2 h4g2 xe h5rl xf
hha x1wi hf2 x15u h3t7 x5 h38g xf9e8 I6o x1e6o a1eke x2 a1eke x2`

/** Index in FITS for each character (0: not part of a word), and for how many characters, in base 36. */
export const SCRIPTS = `
0:1c 1:a 0:7 2:q 0:6 2:q 0:1b 2: 0:7 1:2 0: 1: 0:3 1: 2: 0: 1:3 0: 2:n 0: 2:v 0: 2:ch 1:9 0:4 1:c 0:e 2:5 0:7 1: 0: 1:
0:h 1:1u 3: 1:2 3: 1:t 2:d 3:4 1: 0: 3:2 0:2 3:4 0: 3: 0:6 3: 0: 3:3 0: 3: 0: 3:k 0: 3:1r 4:e 3:6 0: 3:9 5:3m 0: 6: 7:
8:2 7: 5:4o 0: 9:12 0:2 9: 0:6 9:15 0:8 a:19 0: a: 0: a:2 0: a:2 0: a: 0:8 a:r 0:4 a:4 0:t b:b 0:5 b:w c: b:a d:b b:a
e:a 0:4 b:2 d: b:2r 0: b:8 0:2 b:a 0: b:j 0:2 b: 0:g f:1n 0:2 f:3 b:1c g:1e 0:e h:1i 0:4 h: 0:2 h: 0:2 i:1a 0:i j:s 0:4
f:b 0:5 b:o 0: b:6 0:9 b:22 0: b:t k:29 l: m: 1:2 k:f 0:2 n:a 0: k:f o:4 0: o:8 0:2 o:2 0:2 o:m 0: o:7 0: o: 0:3 o:4
0:2 o:9 0:2 o:2 0:2 o:4 0:8 o: 0:4 o:2 0: o:5 0:2 p:a o:2 0:2 o:6 0:2 o: 0: o: 0:2 q:3 0: q:6 0:4 q:2 0:2 q:m 0: q:7 0:
q:2 0: q:2 0: q:2 0:2 q: 0: q:5 0:4 q:2 0:2 q:3 0:3 q: 0:7 q:4 0: q: 0:7 r:a q:6 0:b s:3 0: s:9 0: s:3 0: s:m 0: s:7 0:
s:2 0: s:5 0:2 s:a 0: s:3 0: s:3 0:2 s: 0:f s:4 0:2 t:a 0:9 s:7 0: u:3 0: u:8 0:2 u:2 0:2 u:m 0: u:7 0: u:2 0: u:5 0:2
u:9 0:2 u:2 0:2 u:3 0:7 u:3 0:4 u:2 0: u:5 0:2 u:a 0: u:7 0:a v:2 0: v:6 0:3 v:3 0: v:4 0:3 v:2 0: v: 0: v:2 0:3 v:2
0:3 v:3 0:3 v:c 0:4 v:5 0:3 v:3 0: v:4 0:2 v: 0:6 v: 0:e w:d 0:d x:d 0: x:3 0: x:n 0: x:g 0:2 x:9 0: x:3 0: x:4 0:7 x:2
0: x:3 0:2 x: 0:2 x:4 0:2 x:a 0:8 x:7 0: y:4 0: y:8 0: y:3 0: y:n 0: y:a 0: y:5 0:2 y:9 0: y:3 0: y:4 0:7 y:2 0:6 y:2
0: y:4 0:2 z:a 0: y:3 0:c 10:d 0: 10:3 0: 10:1f 0: 10:3 0: 10:5 0:5 10:g 0:2 10:j 0: 10:6 0: 11:3 0: 11:i 0:3 11:o 0:
11:9 0: 11: 0:2 11:7 0:3 11: 0:4 11:6 0: 11: 0: 11:8 0:6 11:a 0:2 11:2 0:d 12:1m 0:5 12:f 0: 12:a 0:13 13:2 0: 13: 0:
13:5 0: 13:o 0: 13: 0: 13:n 0:2 13:5 0: 13: 0: 13:7 0: 13:a 0:2 13:4 0:w 14: 0:n 14:2 0:6 14:k 0: 14: 0: 14: 0: 14: 0:4
14:a 0: 14:10 0:4 14:k 0: 14:i 0: 14:10 0:9 14: 0:1l 15:1s 16:a 0:6 15:26 0:2 17:12 0: 17: 0:5 17: 0:2 17:17 0: 17:4
18:74 19:21 0: 19:4 0:2 19:7 0: 19: 0: 19:4 0:2 19:15 0: 19:4 0:2 19:x 0: 19:4 0:2 19:7 0: 19: 0: 19:4 0:2 19:f 0:
19:1l 0: 19:4 0:2 19:1v 0:2 19:3 0:9 19:k 0:3 19:g 0:g 1a:2e 0:2 1a:6 0:3 1b:h8 0:2 1b:h 0: 1c:q 0:5 1d:23 0:3 1d:b 0:7
1e:m 0:9 1e: 1f:l 0:b 1g:k 0:c 1h:d 0: 1h:3 0: 1h:2 0:c 1i:2c 0:3 1i: 0:4 1i:2 0:2 1i:a 0:6 1i:a 0:h 1j:3 0: 1j:b 0:6
1j:2h 0:7 1j:17 0:5 1b:1y 0:a 1k:v 0: 1k:c 0:4 1k:c 0:a 1k:a 1l:u 0:2 1l:5 0:b 1m:18 0:4 1m:q 0:6 1m:b 0:11 1n:s 0:4
1o:1r 0: 1o:t 0:2 1o:b 0:6 1o:a 0:d 1o: 0:8 1:v 0:1d 1p:25 0:3 1p:a 0:h 1p:9 0:c 1q:1s 1r:1g 0:c 1s:1k 0:8 1s:a 0:3
1s:3 1t:1a 0:2 5:9 0:7 17:17 0:2 17:3 0:g 1u: k: 1u: 0: k: 1v:2 1w: 1v: 1w: 1x: k: 1w:2 k:2 1w: 1v: k:7 1y: 1v: k:2 1v:
k:4 1z: 20: 21: 1v:2 o: 20:2 22: 0:5 2:12 3:5 5: 2:1d 3:5 2:4 3:5 2:d 5: 2:1y 3:3 1:1i 23: 1: f: 1:5 2:74 3:m 0:2 3:6
0:2 3:12 0:2 3:6 0:2 3:8 0: 3: 0: 3: 0: 3: 0: 3:v 0:2 3:1h 0: 3:7 0: 3: 0:3 3:3 0: 3:7 0:3 3:4 0:2 3:6 0:4 3:d 0:5 3:3
0: 3:7 0:37 1: 2: 0:2 1:6 0:5 2: 1:a 0:6 2:d 0:1f 1:w 24: 0:h 1: 0:4 1: 0:2 1:a 0: 1: 0:3 1:5 0:6 1: 0: 3: 0: 1: 0: 2:2
1:2 0: 1:3 2: 1:7 0:2 1:4 0:5 1:5 0:4 2: 0: 1:g 2:15 1: 0:k6 1:1o 0:26 1:m 0:hi 1:u 0:vg 25:2o 2:w 4:2t 0:6 4:9 0:9 4:
0:2 17:12 0: 17: 0:5 17: 0:2 26:1k 0:7 26: 0:f 26: 19:n 0:9 19:7 0: 19:7 0: 19:7 0: 19:7 0: 19:7 0: 19:7 0: 19:7 0:
19:7 0: 5:w 0:1b 1: 0:d1 18:3 0:p 18:f 0: 18:5 0:2 18:5 0:4 18:2e 0:2 18:2 0:2 18:3 0: 18:2i 0: 18:4 0:5 18:17 0: 18:2m
0:3 18:4 0:a 18:w 0:1c 18:g 0:w 18:a 0:u 1:8 0: 1:f 0:w 18:a 0:13 1:f 0:8w 18:534 0:1s 18:g74 27:wd 0:1v 28:1a 0:2
29:7h 0:3 29:s 0:k 5:1b 7: 5:3 0: 5:a 0: 5:x 2a:2a 0:11 1:9 0:2 2:2u 1: 0:2 2:1s 0:5 2:2 0: 2: 0: 2:5 0:o 2:e 2b:14 0:4
2b: 0:3 2c:3 2d:3 0:a 2e:1g 0:c 2f:1y 0:a 2f:a 0:6 k:h 1v: k: 2g: k:4 0:3 k: 0: k:3 2h:1a 0:2 2i:10 0:c 18:t 0:3 2j:1t
0:e 2k: 2j:a 0:6 15:v 0: 2l:1j 0:9 2l:e 0:2 2l:a 0:6 15:n 0:3 15:6 2m:1v 0:o 2m:3 0:2 2n:g 0:2 2n:5 0:a 19:6 0:2 19:6
0:2 19:6 0:9 19:7 0: 19:7 0: 2:17 0: 2:9 3: 2:4 0:6 1a:28 2n:17 0: 2n:2 0:2 2n:a 0:6 18:8mc 0:c 18:n 0:4 18:1d 0:6is
18:a6 0:2 18:2y 0:12 2:7 0:c 9:5 0:5 a:c 0: a:d 0: a:5 0: a: 0: a:2 0: a:2 0: a:a b:2q 0:x b:a3 0:i b:1s 0:2 b:1i 0:14
b:2 2o: b:9 0:4 1:g 0:g 1:e 5:2 0:1s b:5 0: b:3r 0:j 1:a 0:7 2:q 0:6 2:q 0:b 18:2h 0:3 18:6 0:2 18:6 0:2 18:6 0:2 18:3
0:z 2p:c 0: 2p:q 0: 2p:j 0: 2p:2 0: 2p:f 0:2 2p:e 0:y 2p:3f 0:c 2q:19 0:c 3:1l 0:h 3:2 0:35 1: 0:3m 2r:t 0:3 2s:1d 0:f
2t:s 0:4 2u:10 0:9 2u:3 2v:r 0:5 2w:17 0:5 2x:u 0:2 2y:10 0:4 2y:8 0: 2y:5 0:16 2z:28 30:1c 31:u 0:2 31:a 0:6 32:10 0:4
32:10 0:4 33:14 0:8 34:1g 0:c 35:b 0: 35:f 0: 35:7 0: 35:2 0: 35:b 0: 35:f 0: 35:7 0: 35:2 0:1v 36:8n 0:9 36:m 0:a 36:8
0:o 2:6 0: 2:16 0: 2:9 0:1x 37:6 0:2 37: 0: 37:18 0: 37:2 0:3 37: 0:2 37: 38:m 0:2 38:8 39:n 0:2 39:7 3a:v 0:8 3a:9
0:1c 3b:j 0: 3b:2 0:5 3b:5 3c:s 0:4 3d:q 0:1y 3e:w 3f:o 0:4 3f:k 0:2 3f:1a 3g:4 0: 3g:2 0:5 3g:8 0: 3g:3 0: 3g:t 0:2
3g:3 0:4 3g:a 0:n 3h:v 0: 3i:w 0:w 3j:8 0: 3j:u 0:4 3j:5 0:g 3k:1i 0:a 3l:m 0:2 3l:8 3m:j 0:5 3m:8 3n:i 0:n 3n:7 0:28
3o:21 0:1j 3p:1f 0:d 3p:1f 0:7 3p:6 3q:14 0:8 3q:a 0:86 b:v 0: 3r:16 0: 3r:2 0:3 3r:2 0:23 b:3 3s:14 0:8 3t:11 0:r 3u:m
0:16 3v:s 0:k 3w:n 0:9 3x:1z 0:b 3x:10 0:9 3x: 3y:1n 0:7 3y: 0:d 3z:p 0:7 3z:a 0:6 40:1h 0: 40:a 0:4 40:4 0:8 41:10 0:2
41: 0:9 42:1x 0:4 42:4 0: 42:d 0: 42: 0:4 11:k 0:b 43:i 0: 43:11 0:6 43:4 0:1q 44:7 0: 44: 0: 44:4 0: 44:f 0: 44:a 0:7
45:1n 0:5 45:a 0:6 46: w: 46: w: 0: 46:8 0:2 46:2 0:2 46:m 0: 46:7 0: 46:2 0: 46:5 0: w:2 46:8 0:2 46:2 0:2 46:3 0:2
46: 0:6 46: 0:5 46:7 0:2 46:7 0:3 46:5 0:3v 47:23 0:5 47:a 0:4 47:4 0:u 48:1y 0: 48: 0:8 48:a 0:4m 49:1i 0:2 49:9 0:n
49:6 0:y 4a:1t 0:3 4a: 0:b 4a:a 0:12 4b:1l 0:7 4b:a 0:1i 4c:r 0:2 4c:f 0:4 4c:c 0:4 4c:7 0:55 4d:1n 0:2t 4e:2b 0:c 4e:
4f:7 0:2 4f: 0:2 4f:8 0: 4f:2 0: 4f:u 0: 4f:2 0:2 4f:9 0:c 4f:a 0:1y 22:8 0:2 22:1a 0:2 22:8 0: 22:2 0:r 4g:1r 0:8 4g:
0:8 4h:22 0:3 4h: 0:i 1b:g 4i:1l 0:7b 4j:9 0: 4j:19 0: 4j:9 0:f 4j:t 0:5 4k:u 0:2 4k:m 0: 4k:e 0:21 4l:7 0: 4l:2 0:
4l:18 0:3 4l: 0: 4l:2 0: 4l:9 0:8 4l:a 0:6 4m:6 0: 4m:2 0: 4m:11 0: 4m:2 0: 4m:6 0:7 4m:a 0:8m 4n:n 0:9 4o:h 0: 4o:15
0:3 4o:5 0:d 4o:a 0:2e 28: 0:f v:g w:2 v: w: v: 0:17 4p:pm 0:2u 4p:33 0:h 4p:5g 0:218 4q:2p 0:f 4r:ts 0:g 4r:m 0:33e
4s:g7 0:6nt 2a:ft 0:7 4t:v 0: 4t:a 0:6 4u:27 0: 4u:a 0:6 4v:u 0:2 4v:5 0:b 4w:1j 0:9 4w:4 0:c 4w:a 0: 4w:7 0: 4w:l 0:5
4w:j 0:j4 4x:2f 0:2x 4y:23 0:4 4y:1l 0:7 4y:h 0:1s 4z: 50: 0: 18: 51: 0:b 18:2 0:e 4z:4qg 0:8 4z:lc 51:d2 0:16 4z:9
0:6w7 18:4 0: 18:7 0: 18:2 0: 18:83 0:f 18: 0:t 18:3 0:2 18: 0:e 18:4 0:8 50:b0 0:1s4 52:2z 0:5 52:d 0:3 52:9 0:7 52:a
0:3 52:2 0:3mp 1:1a 0:2 1:n 0:f2 1:5 0:3 1:6 0:8 1:8 0:2 1:7 0:u 1:4 0:44 3:3 0:3f 1:k 0:c 1:k 0:30 18:i 1:7 0:3r 1:2d
0: 1:1z 0: 1:2 0:2 1: 0:2 1:2 0:2 1:4 0: 1:c 0: 1: 0: 1:7 0: 1:1t 0: 1:4 0:2 1:8 0: 1:7 0: 1:s 0: 1:4 0: 1:5 0: 1: 0:3
1:7 0: 1:9g 0:2 1:p 0: 1:p 0: 1:v 0: 1:p 0: 1:v 0: 1:p 0: 1:v 0: 1:p 0: 1:v 0: 1:p 0: 1:8 0:2 1:1e 0:e8 53:1j 0:4 53:1e
0:8 53: 0:e 53: 0:m 53:5 0: 53:f 0:uo 2:v 0:6 2:6 0:5x 25:7 0: 25:h 0:2 25:7 0: 25:2 0: 25:5 0:5 5:1q 0:x 5: 0:34 54:19
0:3 54:e 0:2 54:a 0:4 54: 0:8x 55:v 0:h 56:1m 0:d2 57:16 0:km 19:7 0: 19:4 0: 19:2 0: 19:f 0: 58:5h 0:2 58:g 0:15 59:24
0:4 59:a 0:lz 1:1n 0: 1:3 0: 1:4 0:24 1:19 0: 1:f 0:5e b:4 0: b:r 0: b:2 0: b: 0:2 b: 0: b:a 0: b:4 0: b: 0: b: 0:6 b:
0:4 b: 0: b: 0: b: 0: b:3 0: b:2 0: b: 0:2 b: 0: b: 0: b: 0: b: 0: b: 0: b:2 0: b: 0:2 b:4 0: b:7 0: b:4 0: b:4 0: b:
0: b:a 0: b:h 0:5 b:3 0: b:5 0: b:h 0:g4 1:d 0:25f 1:a 0:sm 18:wyo 0:w 18:37e 0:6 18:66 0:2 18:4g2 0:e 18:5rl 0:f 18:ha
0:1wi 18:f2 0:15u 18:3t7 0:5 18:38g 0:f9e8 1:6o 0:47bk`

/** Sets of scripts that a character fits, from number 1 on: numbers in base 36; after a ~ those that it does not fit. */
export const FITS = `
~ 1r.4c 15 n r r.2u r.12 r.1r.4c 4 1c 3 0.3.19.22.23.2z.38.3i.3n 3.3n 3.3y.49 3n 3y 2m 3b 22 t
a.t.14.16.18.1i.1r.21.30.3d.3u.3x.42.4c a.t.14.16.18.1i.1r.21.30.3u.3x.42.4c t.v.1h.1z a a.j.3m 18 18.2f 16 16.1o 30 3u
14.3u 3x 1i 1i.2j 21 3h 3z 1q 40 2g j.2g.3q 11 4c 10 l g 2p 3a 3o 1a f 3p 1n 2d 1t 3q 2k e 3r 6 3l 9 1s 2q a.t.14.1i
a.t t.3d t.1i.21.30.3u.3x t.2j a.t.14.1i.21.2j.30.3h.3x.42 t.14 t.14.1i 2j r.3n t.14.1r.4c 12 41 4a 1w 45 7 3m
t.v.16.18.1h.1i.1o.1p.1z.21.2c.2j.3d.3t.42 t.v.16.18.1h.1i.1o.1p.1z.2c.2j.3d.3t.42 36 3c t.3u 1k 39 1g e.1g k 3s 27
3.3y 1v p.1u.1v 1x h 3.n 2s 13 2u 44 2v s 3e 32 31 y i 46 1u p 1d 34 2h 1b 37 1y 2a 29 1l 2x 2t 23 5 1f 1e 38 2y 2r 19
49 2w 3i 2z m z c 1h 3j j 1z 3d 1o 2f 1p 14 2l 42 3f 2c 3t 1 v 48 u 4b 3k 35 b 24 25 17 20 1j o q x 2 2e 3v 8 33 26 2b
3w 2n 1m w 3g 2o 43 47 2i 28 0`
