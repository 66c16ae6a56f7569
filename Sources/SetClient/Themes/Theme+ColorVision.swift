extension Theme {
    /// Whether every kind of color vision tells the theme's colors apart as it is: they are those of
    /// the palette for color-blind players, with their letters on the cards.
    package var isForEveryColorVision: Bool {
        colors == Theme.colorBlind.colors && showsColorLetter
    }

    /// The theme with the colors of Okabe and Ito instead of its own, and their letters on the cards;
    /// symbols, fills and paper stay.
    package var forEveryColorVision: Theme {
        var theme = self
        theme.colors = Theme.colorBlind.colors
        theme.showsColorLetter = true
        return theme
    }
}
